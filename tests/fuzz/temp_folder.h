#pragma once

// A folder for what readers and writers need as files: in memory where there is such a place.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace swept::fuzz {

/// One per process; it goes away with it.
class TempFolder {
   public:
    static const TempFolder& get() {
        static const TempFolder folder;
        return folder;
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    ~TempFolder() {
        std::error_code ignored;
        if (owner_ == getpid()) std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
        return path_ / name;
    }
    [[nodiscard]] std::filesystem::path file(std::string_view name, std::string_view bytes) const {
        const std::filesystem::path path = path_ / name;
        std::ofstream(path, std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path;
    }

   private:
    TempFolder() {
        std::error_code ignored;
        const bool in_memory = access("/dev/shm", W_OK) == 0;
        std::string name =
            in_memory
                ? std::string("/dev/shm/swept_fuzz_XXXXXX")
                : (std::filesystem::temp_directory_path(ignored) / "swept_fuzz_XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) std::abort();
        path_ = name;
    }
    std::filesystem::path path_;
    pid_t owner_ = getpid();
};

}  // namespace swept::fuzz
