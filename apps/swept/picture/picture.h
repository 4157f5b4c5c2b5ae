#pragma once

// One answer as a picture: what commands say of it, and the file it becomes. viewer/FORMAT.md is
// the format.

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "swept/contact.h"
#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"

namespace swept::tool {

class Command;

/// Where a thing is at a value of the timeline.
struct Key {
    double at = 0;
    Pose pose;
};

/// The thing again, where it is at some moment.
struct Ghost {
    double at = 0;
    Pose pose;
    bool wanted = false;  ///< where the whole motion would lead
};

/// A mesh in the picture.
struct Thing {
    const char* role = "obstacle";  ///< as in viewer/FORMAT.md
    std::string name;
    std::uint64_t index = 0;
    Polyhedron shape;
    Pose pose = {};                              ///< where nothing moves it
    std::vector<Key> keys = {};                  ///< by ascending value; none: it stands still
    std::optional<double> comes = std::nullopt;  ///< with keys: not seen before this value
    std::vector<Ghost> ghosts = {};
    std::vector<std::uint32_t> faces = {};  ///< to be set off: faces of the shape
};

/// A line in the world.
struct Line {
    const char* role = "trail";  ///< trail, ray, gap
    std::vector<Eigen::Vector3d> points;
    bool stopped = false;  ///< of a ray: as far as it got
};

/// A place that the answer is about.
struct Mark {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    std::optional<Eigen::Vector3d> normal = std::nullopt;
    std::optional<double> at = std::nullopt;
    double margin = 0;  ///< drawn around it; 0: none
    std::string json;   ///< the members of its object besides point, normal and at
};

struct TimelineMark {
    double at = 0;
    std::string text;
    std::optional<std::size_t> contact = std::nullopt;
};

struct Timeline {
    std::string label = "fraction";
    double from = 0;
    double to = 1;
    std::optional<double> free = std::nullopt;
    std::vector<TimelineMark> marks = {};
    double seconds = 4;  ///< how long it plays
    bool plays = false;  ///< from its beginning, as soon as it is opened
};

struct Picture {
    std::string command;
    Told told;
    std::string state = {};
    std::optional<double> margin = std::nullopt;
    std::vector<Thing> things = {};
    std::vector<Line> lines = {};
    std::vector<Mark> marks = {};
    std::optional<Timeline> timeline = std::nullopt;
    std::string inset_title = {};
    std::string inset_svg = {};
};

/// --picture FILE.
void add_picture_flag(Command& command, std::string& file);

/// Refuses, before anything is read, a file that cannot become a picture, and --batch beside it;
/// throws Failure.
void check_picture(const std::string& file, const std::string& batch, const std::string& command);

/// Writes it: .glb as it is, .html in the viewer. Says so, below an answer in words. Throws
/// Failure.
void write_picture(const Picture& picture, const std::string& file, const CommonFlags& flags);

// ---- pieces of pictures ----

/// What a contact is to the question.
enum class MarkKind : std::uint8_t {
    met,      ///< one came to the other
    contact,  ///< they stand so close
    closest,  ///< they are apart, and nowhere closer
};
/// The mark of a contact of two things, named in it.
[[nodiscard]] Mark mark_of(MarkKind kind, const Contact& contact, const std::string& a,
                           const std::string& b, std::optional<double> at, double margin);

/// Where a thing goes on a motion, from fraction `from` to `to`: so many keys that the way between
/// them is straight but for a little of its own size.
[[nodiscard]] std::vector<Key> keys_along(const Motion& motion, const Pose& start, double to,
                                          const Polyhedron& shape);

/// The way of a point that is at `place` when its thing is at the last of the keys.
[[nodiscard]] Line trail_of(const std::vector<Key>& keys, const Eigen::Vector3d& place);

/// What stands still, with its face at a contact, if there is one, set off.
void add_obstacle(Picture& picture, const Polyhedron& shape, const std::string& name,
                  const Pose& pose, const Contact* contact);

/// Two things at rest, shape a and shape b, and where they meet; `faces` are polygons of the
/// caller's, to be set off.
struct Placed {
    const Polyhedron& shape;
    const std::string& name;
    Pose pose;
    std::vector<std::uint32_t> faces;
};
void add_pair(Picture& picture, const Placed& a, const Placed& b,
              const std::optional<Witness>& witness);

/// The faces of a shape that are, or are pieces of, these polygons of the caller's.
[[nodiscard]] std::vector<std::uint32_t> faces_of(const Polyhedron& shape,
                                                  std::vector<std::uint32_t> polygons);

/// A mover on its motion, as far as it gets, with ghosts and the trail of what touches (its middle,
/// where nothing does); and a timeline that says so.
struct Moving {
    Motion motion;
    Pose start;
    double free = 1;                   ///< the fraction that is free
    const Contact* contact = nullptr;  ///< where it stops
};
void add_mover(Picture& picture, const Polyhedron& shape, const std::string& name,
               const Moving& moving);

}  // namespace swept::tool
