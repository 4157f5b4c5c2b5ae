#pragma once

// The whole core library. Not included are the components: swept::solids for generated shapes
// (swept/solids.h), swept::picture for pictures of results (swept/picture.h), swept::io for files
// (swept/mesh_io.h, swept/world_io.h), swept::dynamics for moving bodies
// (swept/dynamics/character.h, swept/dynamics/debris.h, swept/dynamics/simulation.h,
// swept/dynamics/impact.h) and swept::papers for the four papers' methods (swept/papers/).

#include "swept/cast.h"
#include "swept/collisions.h"
#include "swept/contact.h"
#include "swept/distance.h"
#include "swept/geometry.h"
#include "swept/mesh.h"
#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/path.h"
#include "swept/polyhedron.h"
#include "swept/query.h"
#include "swept/result.h"
#include "swept/sweep.h"
#include "swept/tolerance.h"
#include "swept/tree.h"
#include "swept/version.h"
#include "swept/world.h"
