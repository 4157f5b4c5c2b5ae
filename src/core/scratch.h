#pragma once

// The working memory of queries: one piece per module, made when it is first needed; and what a
// thread keeps for queries that are given none.

#include <array>
#include <cstddef>
#include <memory>

#include "core/assert.h"
#include "core/namespaces.h"
#include "swept/query.h"

namespace swept {

struct Scratch::Memory {
    /// Whose memory it is.
    enum class Owner : std::size_t { sweep, distance, collisions, screen, character, count };

    struct Piece {
        virtual ~Piece() = default;
    };

    std::array<std::unique_ptr<Piece>, static_cast<std::size_t>(Owner::count)> pieces;

    /// The memory of T::owner; T derives from Piece.
    template <class T>
    [[nodiscard]] T& get() {
        std::unique_ptr<Piece>& piece = pieces[static_cast<std::size_t>(T::owner)];
        if (!piece) piece = std::make_unique<T>();
        SWEPT_ASSERT_SLOW(dynamic_cast<T*>(piece.get()) != nullptr, "one type per owner");
        return static_cast<T&>(*piece);
    }
};

}  // namespace swept

namespace swept::core_detail {

/// The caller's scratch, or one that the thread keeps, for as long as this lives. Leases of one
/// thread end in the opposite order, as local variables do; a query within a callback of another
/// query gets a scratch of its own.
class SWEPT_API ScratchLease {
   public:
    explicit ScratchLease(Scratch* given);
    ~ScratchLease();
    ScratchLease(const ScratchLease&) = delete;
    ScratchLease& operator=(const ScratchLease&) = delete;

    [[nodiscard]] Scratch* operator->() const { return scratch_; }
    [[nodiscard]] Scratch& operator*() const { return *scratch_; }

   private:
    bool lent_;
    Scratch* scratch_;
};

}  // namespace swept::core_detail
