#pragma once

// Pictures of results (component swept::picture): shapes, how they move, lines, contacts and the
// result in words, written as a page for any browser (.html) or as a glTF scene for other programs
// (.glb). docs/guides/picture.md shows how; viewer/FORMAT.md is the format.
//
// A picture is data. Coordinates are world coordinates in the caller's unit, z up; angles are in
// radians. Nothing is checked while a picture is put together; picture_glb and the functions that
// write do so.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "swept/contact.h"
#include "swept/export.h"
#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"
#include "swept/query.h"
#include "swept/result.h"

namespace swept {

// ---- what a picture shows ----

/// What a shape is to the query. It decides the colour and what the viewer calls the shape.
enum class PictureRole : std::uint8_t {
    mover,     ///< moves
    obstacle,  ///< is moved against
    body,      ///< of a world or a simulation; with keys it has the colour of a mover
    room,      ///< of a world
    shape_a,   ///< first of two at rest, in the colour of a mover
    shape_b,   ///< second of two at rest, in the colour of an obstacle
    sphere,    ///< of a cast
    ghost,     ///< see-through: something that is no longer there
};

/// "mover", "obstacle", "body", ...
[[nodiscard]] SWEPT_PICTURE_API std::string_view name_of(PictureRole role);

/// The pose of a shape at a value of the timeline.
struct PictureKey {
    double at = 0;  ///< value of the timeline
    Pose pose;      ///< world from shape
};

/// The shape again, see-through, at another value of the timeline.
struct PictureGhost {
    double at = 0;        ///< value of the timeline
    Pose pose;            ///< world from shape
    bool wanted = false;  ///< where the whole motion would lead, beyond what is free
};

/// A shape in the picture.
struct PictureShape {
    PictureRole role = PictureRole::obstacle;    ///< what it is to the query
    std::string name;                            ///< the caller's name of it
    std::uint64_t index = 0;                     ///< the caller's number of it
    Polyhedron shape;                            ///< its mesh
    Pose pose = {};                              ///< world from shape, if there are no keys
    std::vector<PictureKey> keys = {};           ///< how it moves, by ascending value
    std::optional<double> comes = std::nullopt;  ///< with keys: not shown before this value
    std::vector<PictureGhost> ghosts = {};       ///< drawn besides
    std::vector<FaceIndex> faces = {};           ///< highlighted faces of the shape
};

/// What a line shows.
enum class PictureLineKind : std::uint8_t {
    trail,  ///< the path of a point
    ray,    ///< a cast, from its start to its end
    gap,    ///< from one closest point to the other
};

/// "trail", "ray", "gap".
[[nodiscard]] SWEPT_PICTURE_API std::string_view name_of(PictureLineKind kind);

/// A line through points.
struct PictureLine {
    PictureLineKind kind = PictureLineKind::trail;  ///< what it shows
    std::vector<Eigen::Vector3d> points;            ///< in world, two or more
    bool stopped = false;                           ///< of a ray: as far as it got
};

/// One side of a mark: a face, or an edge or vertex of it.
struct PictureFeature {
    std::string name;        ///< of the shape
    std::uint32_t face = 0;  ///< the caller's id of the face
    /// The caller's ids of the vertices: two of an edge, one of a vertex, none of a face; nullopt
    /// where only the face is known.
    std::optional<std::vector<std::uint32_t>> vertices = std::nullopt;
};

/// A point of the result: a contact, a hit, a witness.
struct PictureMark {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();       ///< in world
    std::optional<Eigen::Vector3d> normal = std::nullopt;  ///< unit, in world
    std::optional<double> at = std::nullopt;               ///< value of the timeline
    double margin = 0;                                     ///< radius of a ball around it; 0: none
    std::string kind = {};                                 ///< one word, as "edge-edge"
    std::optional<double> separation = std::nullopt;       ///< a length
    std::string text = {};                                 ///< what the viewer says of it
    bool closest = false;                                  ///< they do not meet there
    std::optional<PictureFeature> a = std::nullopt;        ///< of the first shape
    std::optional<PictureFeature> b = std::nullopt;        ///< of the second shape
    std::optional<double> properness = std::nullopt;       ///< of a collision of a step
};

/// A place of the timeline that is worth a look.
struct PictureMoment {
    double at = 0;                                   ///< value of the timeline
    std::string text;                                ///< what is there
    std::optional<std::size_t> mark = std::nullopt;  ///< index of its mark in the picture
};

/// What the slider of the viewer runs along, and how the animation plays.
struct PictureTimeline {
    std::string label = "fraction";             ///< what its values are: fractions, poses, seconds
    double from = 0;                            ///< the first value
    double to = 1;                              ///< the last value, greater than `from`
    std::optional<double> free = std::nullopt;  ///< proven free up to this value
    std::vector<PictureMoment> moments = {};    ///< in any order
    double seconds = 4;                         ///< how long it plays
    bool plays = false;                         ///< plays when the page is opened
};

/// What is said beside the scene.
struct PictureText {
    std::string title = {};                             ///< one line: the query and its result
    std::vector<std::array<std::string, 2>> rows = {};  ///< label and text
};

/// A drawing that the page shows besides the scene.
struct PictureInset {
    std::string title = {};  ///< one line
    std::string svg = {};    ///< an SVG document; empty: no drawing
};

/// One result as a picture.
struct Picture {
    std::string command = {};                                ///< the kind of query, as "sweep"
    PictureText text = {};                                   ///< the result in words
    std::string state = {};                                  ///< the result in a word, as "hit"
    std::optional<double> margin = std::nullopt;             ///< of the result, a length
    std::vector<PictureShape> shapes = {};                   ///< all shapes
    std::vector<PictureLine> lines = {};                     ///< all lines
    std::vector<PictureMark> marks = {};                     ///< all marks
    std::optional<PictureTimeline> timeline = std::nullopt;  ///< nullopt: nothing moves
    PictureInset inset = {};                                 ///< a second drawing
};

// ---- what becomes of it ----

/// The picture as a binary glTF 2.0 file. Shapes with more than 1.5 million triangles in all are
/// simplified. Error: coordinates beyond single precision, more than 4 GB, a highlighted face that
/// its shape does not have, a timeline whose end is not after its start although shapes move.
[[nodiscard]] SWEPT_PICTURE_API Result<std::string> picture_glb(const Picture& picture);

/// The picture as a page with the viewer in it, which loads nothing from a network. Error: as
/// picture_glb; unsupported, if has_viewer() is false.
[[nodiscard]] SWEPT_PICTURE_API Result<std::string> picture_html(const Picture& picture);

/// Whether the library was built with the viewer, without which there are no pages: the build
/// option SWEPT_VIEWER, which needs npm.
[[nodiscard]] SWEPT_PICTURE_API bool has_viewer();

/// Writes the picture, by the ending of the file as .glb or .html. The file takes the place of an
/// old one when it is whole; after a failure the old one is unchanged. Error: as picture_glb and
/// picture_html; unsupported, for another ending; cannot_write. `where` is the file.
[[nodiscard]] SWEPT_PICTURE_API Result<void> write_picture(const Picture& picture,
                                                           const std::filesystem::path& file);

// ---- pieces of pictures ----

/// What a contact is to the query.
enum class PictureMeeting : std::uint8_t {
    met,      ///< one shape moved up to the other
    contact,  ///< they are at rest, so close
    closest,  ///< they are apart, and closest there
};

/// How a contact is marked.
struct ContactMark {
    PictureMeeting meeting = PictureMeeting::met;  ///< what it is to the query
    std::string a = "mover";                       ///< name of the shape of Contact::mover
    std::string b = "obstacle";                    ///< name of the shape of Contact::obstacle
    std::optional<double> at = std::nullopt;       ///< value of the timeline
    double margin = 0;                             ///< radius of a ball around it; 0: none
};

/// The mark of a contact, with its features in words.
[[nodiscard]] SWEPT_PICTURE_API PictureMark mark_of(const Contact& contact, const ContactMark& how);

/// The poses of a shape along its motion, from fraction 0 to `to`. Between two of them the viewer
/// goes straight; there are so many that the shape's centre stays within a thousandth of the
/// shape's extent of the motion, and at most 10,000.
[[nodiscard]] SWEPT_PICTURE_API std::vector<PictureKey> keys_along(const Moving& moving, double to);

/// The path of a point fixed to a shape that goes along keys, of which there must be one at least.
/// `point` is its place at the last key, in world.
[[nodiscard]] SWEPT_PICTURE_API PictureLine trail_of(std::span<const PictureKey> keys,
                                                     const Eigen::Vector3d& point);

/// How a motion ended.
struct PictureMotion {
    double free = 1;                   ///< the fraction that is free, 0 to 1
    const Contact* contact = nullptr;  ///< where it stops, or null; read during the call only
};

/// Adds a mover, drawn where its motion ends, with ghosts along its path and the trail of what
/// touches (of its centre, if nothing does), and sets the timeline.
///
/// The mark of the contact is the caller's to add next: the timeline names it already.
SWEPT_PICTURE_API void add_mover(Picture& picture, const std::string& name, const Moving& moving,
                                 const PictureMotion& end);

/// Adds a shape at rest; its face at the contact, if there is one, is highlighted.
SWEPT_PICTURE_API void add_obstacle(Picture& picture, const std::string& name,
                                    const Placed& obstacle, const Contact* contact = nullptr);

/// One of two shapes at rest.
struct PicturePart {
    std::string name;                       ///< the caller's name of it
    Placed placed;                          ///< the shape and its pose
    std::vector<std::uint32_t> faces = {};  ///< the caller's ids of faces to be highlighted
};

/// Adds two shapes at rest, as shape_a and shape_b, and a mark at the witness of their overlap, if
/// there is one.
SWEPT_PICTURE_API void add_pair(Picture& picture, const PicturePart& a, const PicturePart& b,
                                const std::optional<Witness>& witness);

}  // namespace swept
