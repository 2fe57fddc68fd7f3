// The functions behind the cases, one per flow; each runs it and compares.
#pragma once

#include "../case.hpp"

namespace tarn::cli::validate {

Result<Outcome> measure_lake_immersed(const Setting& setting);
Result<Outcome> measure_lake_emerging(const Setting& setting);
Result<Outcome> measure_lake_rough(const Setting& setting);

Result<Outcome> measure_stoker(const Setting& setting);
Result<Outcome> measure_ritter(const Setting& setting);
Result<Outcome> measure_dam_5_percent(const Setting& setting);
Result<Outcome> measure_dam_1_percent(const Setting& setting);

Result<Outcome> measure_thacker_1(const Setting& setting);
Result<Outcome> measure_thacker_3(const Setting& setting);
Result<Outcome> measure_thacker_lifted(const Setting& setting);

Result<Outcome> measure_bump_sub(const Setting& setting);
Result<Outcome> measure_bump_trans(const Setting& setting);
Result<Outcome> measure_bump_shock(const Setting& setting);

Result<Outcome> measure_uniform_slow(const Setting& setting);
Result<Outcome> measure_uniform_fast(const Setting& setting);
Result<Outcome> measure_uniform_free(const Setting& setting);
Result<Outcome> measure_uniform_start(const Setting& setting);
Result<Outcome> measure_flood(const Setting& setting);

Result<Outcome> measure_beach_analytic(const Setting& setting);
Result<Outcome> measure_beach_lab(const Setting& setting);

Result<Outcome> measure_monai_ch5(const Setting& setting);
Result<Outcome> measure_monai_ch7(const Setting& setting);
Result<Outcome> measure_monai_ch9(const Setting& setting);
Result<Outcome> measure_monai_runup(const Setting& setting);

Result<Outcome> measure_step_1_5(const Setting& setting);
Result<Outcome> measure_step_1_6(const Setting& setting);
Result<Outcome> measure_step_2_0(const Setting& setting);

Result<Outcome> measure_wave_long_steps(const Setting& setting);
Result<Outcome> measure_wave_short_steps(const Setting& setting);

Result<Outcome> measure_hull_wave_force(const Setting& setting);
Result<Outcome> measure_hull_wake(const Setting& setting);
Result<Outcome> measure_hull_wave_drag(const Setting&);
Result<Outcome> measure_hull_righting(const Setting& setting);
Result<Outcome> measure_hull_drift(const Setting& setting);
Result<Outcome> measure_hull_capsize(const Setting& setting);

Result<Outcome> measure_seiche(const Setting& setting);
Result<Outcome> measure_drop(const Setting& setting);
Result<Outcome> measure_attenuation(const Setting& setting);

Result<Outcome> measure_poiseuille(const Setting& setting);
Result<Outcome> measure_taylor_green(const Setting& setting);
Result<Outcome> measure_cavity_100(const Setting& setting);
Result<Outcome> measure_cavity_400(const Setting& setting);
Result<Outcome> measure_cavity_1000(const Setting& setting);
Result<Outcome> measure_martin_moyce(const Setting& setting);
Result<Outcome> measure_stable_taylor_green(const Setting& setting);
Result<Outcome> measure_stable_martin_moyce(const Setting& setting);
Result<Outcome> measure_stable_beltrami(const Setting& setting);
Result<Outcome> measure_stable_diffusion(const Setting& setting);
Result<Outcome> measure_stable_water(const Setting& setting);
Result<Outcome> measure_marin(const Setting& setting);
Result<Outcome> measure_laplace(const Setting& setting);
Result<Outcome> measure_mass_still(const Setting& setting);
Result<Outcome> measure_mass_dam(const Setting& setting);
Result<Outcome> measure_mass_drop(const Setting& setting);
Result<Outcome> measure_mass_slosh(const Setting& setting);

}  // namespace tarn::cli::validate
