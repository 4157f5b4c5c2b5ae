#pragma once

// The rooms of a world, by id. Lists share what they have in common: a list that differs from
// another in one room costs a few dozen entries, not all of them. What is asked of all rooms in
// turn stands in the list, so that no room need be fetched from memory for it.

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

#include "core/namespaces.h"
#include "features/numeric_scale.h"
#include "world/rooms/room.h"
#include "world/rooms/room_interior.h"

namespace swept::world_detail {

struct RoomEntry {
    RoomId id;
    std::shared_ptr<const Room> room;
    Box box;    ///< of the room
    Box outer;  ///< holds it: what trees were made with
    bool has_shape = false;
    bool has_ends = false;           ///< it may go on in other rooms
    SceneExtent sizes;               ///< of a room that has been joined
    std::shared_ptr<AirHolder> air;  ///< of what is around it too

    explicit RoomEntry(std::shared_ptr<const Room> room);
};

class RoomList {
   public:
    RoomList() = default;
    RoomList(RoomList&&) = default;
    RoomList& operator=(RoomList&&) = default;
    RoomList(const RoomList&) = delete;  // see copy
    RoomList& operator=(const RoomList&) = delete;
    ~RoomList() = default;

    /// One that can be changed on its own.
    [[nodiscard]] RoomList copy() const;

    [[nodiscard]] std::uint32_t size() const { return size_; }
    [[nodiscard]] const std::shared_ptr<const Room>& operator[](std::uint32_t i) const {
        return entry(i).room;
    }
    [[nodiscard]] const RoomEntry& entry(std::uint32_t i) const {
        return (*blocks_[i / block_size])[i % block_size];
    }
    [[nodiscard]] std::optional<std::uint32_t> find(RoomId id) const;

    /// To be changed: nothing that is shared with other lists.
    [[nodiscard]] RoomEntry& editable(std::uint32_t i);
    /// In its place by id, which no other has.
    void insert(RoomEntry entry);
    void erase(std::uint32_t i);

    /// Over the rooms.
    class Iterator {
       public:
        using value_type = std::shared_ptr<const Room>;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        Iterator(const RoomList& list, std::uint32_t at) : list_(&list), at_(at) {}
        const value_type& operator*() const { return (*list_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        Iterator operator++(int) { return std::exchange(*this, Iterator(*list_, at_ + 1)); }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

       private:
        const RoomList* list_ = nullptr;
        std::uint32_t at_ = 0;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size_}; }

   private:
    static constexpr std::uint32_t block_size = 32;
    /// All but the last are full.
    using Block = std::vector<RoomEntry>;

    std::vector<std::shared_ptr<Block>> blocks_;
    std::vector<bool> own_;  // by block: no other list has it
    std::uint32_t size_ = 0;

    [[nodiscard]] std::uint32_t lower(RoomId id) const;
    Block& editable_block(std::uint32_t block);
    [[nodiscard]] std::vector<RoomEntry> take_from(std::uint32_t block);
    void append(std::vector<RoomEntry> entries);
};

}  // namespace swept::world_detail
