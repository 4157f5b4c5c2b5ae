#pragma once

// Contacts and distances of placed shapes, for the library's own queries (swept/contacts.h). The
// measures are those of the two, or of more shapes that take part.

#include "contacts/collect.h"
#include "math/namespaces.h"

namespace swept::contacts_detail {

void find_contacts(const PlacedShape& a, const PlacedShape& b, const Measures& measures,
                   const ContactOptions& options, ContactSet& answer,
                   ContactScratch::Memory& memory);

[[nodiscard]] DistanceResult find_distance(const PlacedShape& a, const PlacedShape& b,
                                           const Measures& measures, const DistanceOptions& options,
                                           ContactScratch::Memory& memory);

}  // namespace swept::contacts_detail
