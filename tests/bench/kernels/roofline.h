// The most multiply-adds that the registers can do: the yardstick of kernels.
#pragma once

namespace whylight {

/// The work of RunRoofline, in floating-point operations.
double RooflineFlops();
void RunRoofline();

}  // namespace whylight
