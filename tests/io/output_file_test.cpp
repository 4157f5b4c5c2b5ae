// What is written takes the place of what was there when it is whole, and not before: neither a
// full disk nor a kill costs anyone a file.

#include "core/output_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <set>

#include "swept/solids.h"
#include "swept/world_io.h"
#include "tests/io/samples.h"

namespace swept::test {
namespace {

namespace fs = std::filesystem;
using core_detail::OutputFile;

/// As long as it lives no file can grow beyond so many bytes: a disk that is full.
class FullDisk {
   public:
    explicit FullDisk(rlim_t bytes) : action_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        (void)std::signal(SIGXFSZ, action_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

   private:
    rlimit before_ = {};
    void (*action_)(int);
};

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

using Strings = std::vector<std::string>;

Mesh large_mesh() {
    return make_solid("torus,rings=100,sides=50").value();
}

// ---- one file ----

TEST(OutputFiles, take_the_place_of_the_old_when_they_are_finished) {
    const TempFolder folder;
    const fs::path path = folder.file("a.txt", "old");
    OutputFile out(path);
    out.text("new");
    EXPECT_EQ(content(path), "old");
    ASSERT_TRUE(out.finish());
    EXPECT_EQ(content(path), "new");
    EXPECT_EQ(names_in(folder / ""), Strings{"a.txt"});
}

TEST(OutputFiles, that_are_not_finished_leave_nothing_behind) {
    const TempFolder folder;
    const fs::path path = folder.file("a.txt", "old");
    {
        OutputFile out(path);
        out.text("new");
        OutputFile other(folder / "b.txt");  // beside it, under a name of its own
        other.text("other");
    }
    EXPECT_EQ(content(path), "old");
    EXPECT_EQ(names_in(folder / ""), Strings{"a.txt"});
}

TEST(OutputFiles, do_not_cost_the_old_file_where_the_disk_is_full) {
    const TempFolder folder;
    for (const char* name : {"a.ply", "a.obj", "a.stl", "a.off"}) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(write_mesh(make_solid("box").value(), folder / name));
        const std::string before = content(folder / name);
        const FullDisk full(4096);
        const auto written = write_mesh(large_mesh(), folder / name);
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, ErrorCode::cannot_write);
        EXPECT_TRUE(contains(written.error().what, "File too large")) << written.error().what;
        EXPECT_TRUE(contains(written.error().what, "nothing was changed"));
        EXPECT_EQ(content(folder / name), before);
    }
    EXPECT_EQ(names_in(folder / ""), (Strings{"a.obj", "a.off", "a.ply", "a.stl"}));
}

TEST(OutputFiles, pass_by_what_others_left_behind) {
    const TempFolder folder;
    ASSERT_FALSE(folder.file(".swept-0.tmp", "of a process that was killed").empty());
    OutputFile out(folder / "a.txt");
    out.text("new");
    ASSERT_TRUE(out.finish());
    EXPECT_EQ(content(folder / "a.txt"), "new");
    EXPECT_EQ(content(folder / ".swept-0.tmp"), "of a process that was killed");
}

TEST(OutputFiles, keep_symbolic_links_and_permissions) {
    const TempFolder folder;
    fs::create_directory(folder / "deep");
    const fs::path real = folder.file("deep/real.txt", "old");
    fs::permissions(real, fs::perms(0640));
    fs::create_symlink("deep/real.txt", folder / "link.txt");
    fs::create_symlink("link.txt", folder / "further.txt");
    OutputFile out(folder / "further.txt");
    out.text("new");
    ASSERT_TRUE(out.finish());
    EXPECT_EQ(content(real), "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link.txt") && fs::is_symlink(folder / "further.txt"));
    EXPECT_EQ(fs::status(real).permissions(), fs::perms(0640));
    EXPECT_EQ(names_in(folder / "deep"), Strings{"real.txt"});

    // A link to nothing yet.
    fs::create_symlink("deep/new.txt", folder / "new.txt");
    OutputFile first(folder / "new.txt");
    first.text("first");
    ASSERT_TRUE(first.finish());
    EXPECT_EQ(content(folder / "deep/new.txt"), "first");
}

TEST(OutputFiles, write_pipes_and_open_files_of_the_system_in_place) {
    const TempFolder folder;
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    const int reader = open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
    {
        OutputFile out(folder / "pipe");
        out.text("through");
        ASSERT_TRUE(out.finish());
    }
    std::array<char, 16> read_back = {};
    EXPECT_EQ(read(reader, read_back.data(), read_back.size()), 7);
    close(reader);
    EXPECT_TRUE(fs::is_fifo(folder / "pipe"));

    // As a shell's > does: the file of the descriptor itself is meant, not its name.
    const fs::path path = folder.file("a.txt", "");
    const int descriptor = open(path.c_str(), O_WRONLY);
    const ino_t before = [&] {
        struct stat about{};
        stat(path.c_str(), &about);
        return about.st_ino;
    }();
    OutputFile out("/dev/fd/" + std::to_string(descriptor));
    out.text("in place");
    ASSERT_TRUE(out.finish());
    close(descriptor);
    struct stat about{};
    stat(path.c_str(), &about);
    EXPECT_EQ(about.st_ino, before);
    EXPECT_EQ(content(path), "in place");
}

TEST(OutputFiles, that_may_not_be_written_are_refused) {
    const TempFolder folder;
    fs::create_directory(folder / "a.obj");
    const auto folder_instead = write_mesh(make_solid("box").value(), folder / "a.obj");
    ASSERT_FALSE(folder_instead);
    EXPECT_TRUE(contains(folder_instead.error().what, "directory")) << folder_instead.error().what;
    if (geteuid() == 0) return;  // root may
    const fs::path path = folder.file("b.obj", "old");
    fs::permissions(path, fs::perms(0444));
    const auto written = write_mesh(make_solid("box").value(), path);
    ASSERT_FALSE(written);
    EXPECT_TRUE(contains(written.error().what, "Permission denied")) << written.error().what;
    EXPECT_EQ(content(path), "old");
}

// ---- worlds: several files ----

/// A world whose meshes differ with its number, as after so many carves.
WorldContents world_number(int number) {
    WorldContents world;
    for (std::uint64_t room = 0; room < 6; ++room) {
        // Half of them do not change.
        const std::string rings = std::to_string(room % 2 == 0 ? 20 : 20 + number);
        world.rooms.push_back(
            {RoomId(room), {make_solid("torus,rings=" + rings + ",sides=16").value(), {}}});
    }
    const auto box = make_solid("box,size=1x1x" + std::to_string(number + 1)).value();
    world.bodies.push_back({BodyId(5), {Polyhedron::build(box).value(), {}, every_bit}});
    return world;
}

/// Which of these worlds the file holds, by its polygons; refused where its parts do not fit.
int number_of(const fs::path& path) {
    const auto world = read_world(path);
    EXPECT_TRUE(world) << (world ? "" : world.error().message());
    if (!world || world->rooms.size() != 6 || world->bodies.size() != 1) return -1;
    const double height = std::get<Polyhedron>(world->bodies[0].body.shape).box().size()[2];
    const int number = static_cast<int>(height) - 1;
    for (std::size_t i = 0; i < 6; ++i) {
        const std::size_t rings = i % 2 == 0 ? 20 : 20 + static_cast<std::size_t>(number);
        EXPECT_EQ(world->rooms[i].polygons.mesh.polygon_count(), rings * 32);  // triangles
    }
    return number;
}

TEST(WorldsOverThemselves, do_not_grow_their_folder) {
    const TempFolder folder;
    const fs::path path = folder / "a.world.json";
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(write_world(world_number(i), path));
        EXPECT_EQ(number_of(path), i);
        EXPECT_EQ(names_in(folder / "a.meshes").size(), 7U);
    }
    EXPECT_EQ(names_in(folder / ""), (Strings{"a.meshes", "a.world.json"}));
}

TEST(WorldsOverThemselves, write_only_the_meshes_that_changed) {
    const TempFolder folder;
    const fs::path path = folder / "a.world.json";
    ASSERT_TRUE(write_world(world_number(0), path));
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    for (const auto& entry : fs::directory_iterator(folder / "a.meshes")) {
        fs::last_write_time(entry.path(), long_ago);
    }
    ASSERT_TRUE(write_world(world_number(1), path));
    std::size_t untouched = 0;
    for (const auto& entry : fs::directory_iterator(folder / "a.meshes")) {
        untouched += fs::last_write_time(entry.path()) == long_ago ? 1U : 0U;
    }
    EXPECT_EQ(untouched, 3U);
    EXPECT_EQ(number_of(path), 1);
}

TEST(WorldsOverThemselves, leave_files_alone_that_they_did_not_name) {
    const TempFolder folder;
    ASSERT_TRUE(write_world(world_number(0), folder / "a.json"));
    // The same folder by another name of the world; and a file that is nobody's.
    ASSERT_TRUE(write_world(world_number(1), folder / "a.world.json"));
    EXPECT_EQ(number_of(folder / "a.json"), 0);
    const fs::path own = folder.file("a.meshes/notes.ply", "mine");
    ASSERT_TRUE(write_world(world_number(2), folder / "a.world.json"));
    EXPECT_EQ(number_of(folder / "a.json"), 0);
    EXPECT_EQ(number_of(folder / "a.world.json"), 2);
    EXPECT_EQ(content(own), "mine");
}

TEST(WorldsOverThemselves, are_as_they_were_where_the_disk_is_full) {
    const TempFolder folder;
    const fs::path path = folder / "a.world.json";
    ASSERT_TRUE(write_world(world_number(0), path));
    const Strings before = names_in(folder / "a.meshes");
    // Meshes that no longer fit, one after the other, and at last the JSON alone.
    for (const rlim_t bytes : {0U, 100U, 3000U, 20'000U}) {
        SCOPED_TRACE(bytes);
        const auto written = [&] {
            const FullDisk full(bytes);
            return write_world(world_number(40), path);
        }();
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, ErrorCode::cannot_write);
        EXPECT_EQ(number_of(path), 0);
        EXPECT_EQ(names_in(folder / "a.meshes"), before);
    }
    const auto fresh = [&] {
        const FullDisk full(100);
        return write_world(world_number(1), folder / "new.world.json");
    }();
    EXPECT_FALSE(fresh);
    EXPECT_EQ(names_in(folder / ""), (Strings{"a.meshes", "a.world.json"}));
}

TEST(WorldsOverThemselves, are_whole_whenever_the_writer_is_killed) {
    const TempFolder folder;
    const fs::path path = folder / "a.world.json";
    std::vector<WorldContents> worlds;
    for (int i = 0; i < 7; ++i) worlds.push_back(world_number(i));
    ASSERT_TRUE(write_world(worlds[0], path));
    const auto written = [&] {
        struct stat about{};
        return stat(path.c_str(), &about) == 0 ? about.st_ino : 0;
    };
    std::mt19937 random(28);
    std::set<int> seen;
    for (int round = 0; round < 20; ++round) {
        const ino_t before = written();
        const pid_t writer = fork();
        if (writer == 0) {
            for (std::size_t i = static_cast<std::size_t>(round);; ++i)
                (void)write_world(worlds[i % 7], path);
        }
        ASSERT_GT(writer, 0);
        // Once it has begun, at any moment.
        for (int i = 0; i < 50'000 && written() == before; ++i) usleep(200);
        usleep(static_cast<useconds_t>(random() % 20'000));
        kill(writer, SIGKILL);
        int status = 0;
        ASSERT_EQ(waitpid(writer, &status, 0), writer);
        seen.insert(number_of(path));
    }
    EXPECT_FALSE(seen.contains(-1));
    EXPECT_GT(seen.size(), 1U);
}

}  // namespace
}  // namespace swept::test
