#include "world/rooms/room_list.h"

#include <algorithm>

#include "core/assert.h"

namespace swept::world_detail {

RoomEntry::RoomEntry(std::shared_ptr<const Room> made)
    : id(made->id()),
      room(std::move(made)),
      box(room->box()),
      outer(box),
      has_shape(room->has_shape()),
      has_ends(!room->ends().empty()),
      air(std::make_shared<AirHolder>()) {}

RoomList RoomList::copy() const {
    RoomList made;
    made.blocks_ = blocks_;
    made.own_.assign(blocks_.size(), false);
    made.size_ = size_;
    return made;
}

std::uint32_t RoomList::lower(RoomId id) const {
    std::uint32_t begin = 0, end = size_;
    while (begin < end) {
        const std::uint32_t middle = begin + (end - begin) / 2;
        if (entry(middle).id < id) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

std::optional<std::uint32_t> RoomList::find(RoomId id) const {
    const std::uint32_t at = lower(id);
    if (at == size_ || entry(at).id != id) return std::nullopt;
    return at;
}

RoomList::Block& RoomList::editable_block(std::uint32_t block) {
    SWEPT_ASSERT(block < blocks_.size(), "a block of this list");
    if (!own_[block]) {
        blocks_[block] = std::make_shared<Block>(*blocks_[block]);
        own_[block] = true;
    }
    return *blocks_[block];
}

RoomEntry& RoomList::editable(std::uint32_t i) {
    SWEPT_ASSERT(i < size(), "a room of this list");
    return editable_block(i / block_size)[i % block_size];
}

std::vector<RoomEntry> RoomList::take_from(std::uint32_t block) {
    std::vector<RoomEntry> taken;
    for (std::uint32_t i = block * block_size; i < size_; ++i) taken.push_back(entry(i));
    blocks_.resize(std::min<std::size_t>(block, blocks_.size()));
    own_.resize(blocks_.size());
    size_ = std::min(size_, block * block_size);
    return taken;
}

void RoomList::append(std::vector<RoomEntry> entries) {
    for (RoomEntry& entry : entries) {
        if (size_ % block_size == 0) {
            blocks_.push_back(std::make_shared<Block>());
            own_.push_back(true);
        }
        editable_block(size_ / block_size).push_back(std::move(entry));
        ++size_;
    }
}

void RoomList::insert(RoomEntry entry) {
    const std::uint32_t at = lower(entry.id), block = at / block_size;
    std::vector<RoomEntry> rest = take_from(block);
    rest.insert(rest.begin() + (at - block * block_size), std::move(entry));
    append(std::move(rest));
}

void RoomList::erase(std::uint32_t i) {
    SWEPT_ASSERT(i < size(), "a room of this list");
    const std::uint32_t block = i / block_size;
    std::vector<RoomEntry> rest = take_from(block);
    rest.erase(rest.begin() + (i - block * block_size));
    append(std::move(rest));
}

}  // namespace swept::world_detail
