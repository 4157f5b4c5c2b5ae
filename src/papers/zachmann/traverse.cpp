#include "papers/zachmann/traverse.h"

// Sanitizers would compile the vector kernels for minutes. The scalar twin is the same text and
// touches the same memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef SWEPT_SIMD
#define SWEPT_SIMD 0
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "papers/zachmann/traverse.cpp"
#include "core/simd.h"
//
#include "papers/zachmann/traverse-inl.h"

#if SWEPT_ONCE
#include "papers/zachmann/realign.h"

namespace swept::papers::zachmann {

HWY_EXPORT(traverse_6);
HWY_EXPORT(traverse_8);
HWY_EXPORT(traverse_14);
HWY_EXPORT(traverse_18);
HWY_EXPORT(traverse_26);

namespace {

void traverse_dops(int k, TraverseQuery& query) {
    switch (k) {
        case 6:
            HWY_DYNAMIC_DISPATCH(traverse_6)(query);
            break;
        case 8:
            HWY_DYNAMIC_DISPATCH(traverse_8)(query);
            break;
        case 14:
            HWY_DYNAMIC_DISPATCH(traverse_14)(query);
            break;
        case 18:
            HWY_DYNAMIC_DISPATCH(traverse_18)(query);
            break;
        default:
            HWY_DYNAMIC_DISPATCH(traverse_26)(query);
            break;
    }
}

}  // namespace

bool DopTraversal::operator()(const PlacedShape& a, const PlacedShape& b, TestBudget& budget,
                              CandidateTest test, void* context) const {
    const int k = tree_a.dops.k;
    if (k != tree_b.dops.k) return traverse(a, b, budget, test, context);
    TraverseSetup setup = setup_of(tree_a.faces, a, tree_b.faces, b, 0);
    const auto realigned = [&](const TreeTransform& t) {
        return make_realignment(k, t.rotation, t.shift, t.error);
    };
    const Realignment b_in_a = realigned(setup.b_in_a), a_in_b = realigned(setup.a_in_b);
    TraverseQuery& query = setup.query;
    query.a.rows = tree_a.dops.rows.data()->lane.data();
    query.a.root = tree_a.dops.root.data();
    query.b.rows = tree_b.dops.rows.data()->lane.data();
    query.b.root = tree_b.dops.root.data();
    query.b_in_a = {b_in_a.weight, b_in_a.shift, b_in_a.index};
    query.a_in_b = {a_in_b.weight, a_in_b.shift, a_in_b.index};
    query.budget = &budget.left;
    query.test = test;
    query.context = context;
    traverse_dops(k, query);
    budget.stats.volume_tests += query.volume_tests;
    budget.spent = budget.spent || query.budget_spent;
    return !query.roots_apart;
}

}  // namespace swept::papers::zachmann
#endif
