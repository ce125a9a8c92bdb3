// For headers that declare the fields of a struct: fields.h reads a good deal.
#pragma once

namespace whylight {

template <typename Options>
class Fields;

}  // namespace whylight
