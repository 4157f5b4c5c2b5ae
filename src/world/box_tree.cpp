#include "world/box_tree.h"

namespace swept::world_detail {

BoxTree::BoxTree(std::vector<Box> boxes) : boxes_(std::move(boxes)) {
    std::vector<Box> there;
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
        if (boxes_[i].empty()) continue;
        numbers_.push_back(i);
        there.push_back(boxes_[i]);
        whole_.add(boxes_[i].lower);
        whole_.add(boxes_[i].upper);
    }
    if (!there.empty()) tree_ = build_tree(there);
}

}  // namespace swept::world_detail
