#pragma once

// All of the core library. Files are read and written by the component swept::io: swept/mesh_io.h.
// Things that move by themselves are the component swept::dynamics: swept/dynamics/mover.h,
// swept/dynamics/debris.h, swept/dynamics/simulation.h, swept/dynamics/impact.h.

#include "swept/cast.h"
#include "swept/contact.h"
#include "swept/contacts.h"
#include "swept/geometry.h"
#include "swept/glide.h"
#include "swept/mesh.h"
#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/path.h"
#include "swept/polyhedron.h"
#include "swept/result.h"
#include "swept/shrink.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "swept/tolerance.h"
#include "swept/tree.h"
#include "swept/version.h"
#include "swept/world.h"
