// The schemes of shallow water: one row for each scheme and device says how it is made, what it
// costs, what it refuses and when `auto` takes it. Nothing else in the house knows them by name.
#pragma once

#include "exec/thread_pool.hpp"
#include "solver/shallow/solver.hpp"
#include "water/shallow/initial_fields.hpp"
#include "water/water.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace tarn::water {

/// What a scheme of shallow water needs to know to be made on its device.
struct SolverHome {
    const exec::ThreadPool& pool;
    int gpu = -1;
};

/// A scheme of shallow water on one device.
struct Scheme {
    const char* model;
    const char* scheme;
    Backend backend;
    const char* about;

    /// A setting of the scene that this scheme has nothing for, with its value; empty: none.
    std::string (*refuses)(const scene::Scene& scene);
    /// Why `auto` leaves this water to a later row; empty: it takes this one.
    std::string (*avoids)(const scene::Scene& scene, const InitialFields& fields);
    /// What of the scene this scheme may not carry, for a warning; empty: it carries all. Null: as
    /// empty.
    std::string (*doubts)(const scene::Scene& scene, const InitialFields& fields) = nullptr;
    /// Why `auto` took it, where no earlier row was avoided.
    const char* good_for;
    /// Bytes of the state; `is_in_place`: with one copy of it, where the scheme can.
    std::size_t (*bytes)(const scene::Scene& scene, bool is_in_place);
    bool can_be_in_place;
    bool needs_bed_where_dry;    ///< to it a flat bed without a plane of its own is never dry
    bool can_let_out = false;    ///< an edge may become an outflow while the water runs
    bool can_start_dry = false;  ///< there may be no water at all at the start
    bool can_carry_bodies = false;
    /// Whether a step that the scene fixes is allowed, where `longest_s` is what waves allow.
    Result<void> (*check_step)(const shallow::SolverDesc& desc, double longest_s);
    Result<std::unique_ptr<shallow::Solver>> (*make)(const shallow::SolverDesc& desc,
                                                     const SolverHome& home);
};

/// All schemes of shallow water of this build, in the order in which `auto` asks them.
std::span<const Scheme> shallow_schemes();

/// The scheme that a scene runs with, and why.
struct SchemeChoice {
    const Scheme* row = nullptr;  ///< on the CPU; the same on a GPU: scheme_on()
    std::string reason;           ///< why `auto` took it; empty where the scene named it
};
/// Fails where the scene names a scheme and asks for what it cannot do.
Result<SchemeChoice> choose_scheme(const scene::Scene& scene, const InitialFields& fields,
                                   std::span<const Scheme> rows);
/// The same scheme on another device; null: there is none.
const Scheme* scheme_on(const Scheme& row, Backend backend, std::span<const Scheme> rows);

}  // namespace tarn::water
