// The solver around its steps, written once for any storage and any device: memory, runs, fields,
// sums, archives. A stepper (cpu/stepper.hpp, cuda/stepper.cuh) does the steps.
#pragma once

#include "base/bytes.hpp"
#include "solver/volume/setup.hpp"
#include "solver/volume/tasks.hpp"

#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace tarn::volume {

template <class S, class Stepper>
class Shell final : public Solver {
    using Number = typename S::Number;
    using Device = typename Stepper::Device;
    template <class E>
    using Array = typename Device::template Array<E>;

public:
    static Result<std::unique_ptr<Solver>> create(const SolverDesc& desc, Stepper&& stepper) {
        auto setup = Setup::of(desc);
        if (!setup) return setup.error();
        auto start = make_start(desc, setup.value());
        if (!start) return start.error();
        std::unique_ptr<Shell> shell(new Shell(std::move(setup.value()), std::move(stepper)));
        if (const Result<void> got = shell->allocate(); !got) return got.error();
        if (const Result<void> got = shell->begin(desc, start.value()); !got) return got.error();
        return std::unique_ptr<Solver>(std::move(shell));
    }

    double step_s() const override { return setup_.units().step_s; }
    void set_step(double step_s) override;
    double viscosity_m2_per_s() const override { return setup_.viscosity_m2_per_s(); }
    std::vector<SchemeFact> facts() const override { return setup_.facts(); }
    Settings settings() const override { return setup_.settings(); }
    void set(const Settings& settings) override { setup_.set(settings); }

    RunReport run(int steps, double time_s) override;

    void read_field(Field field, std::span<float> out) const override;
    void read_types(std::span<CellType> out) const override;
    const float* device_field(Field field) const override;

    std::optional<int> most_hulls() const override {
        return stepper_.hulls() ? std::optional(kMostHulls) : std::nullopt;
    }
    void add_hulls() override {
        if constexpr (!Stepper::kIsOnGpu)
            stepper_.add_more_hulls(view(), setup_.template sides<Number>());
    }

    Totals totals() const override;
    std::uint64_t checksum() const override {
        const std::uint64_t sum =
            device().template join_cells<HashSum>(extent(), HashCells<S>{view()}).value;
        return stepper_.hulls() ? sum + stepper_.hulls()->checksum() : sum;
    }

    std::string save() const override;
    bool is_sound(std::string_view bytes) const override;
    bool restore(std::string_view bytes) override;

    MemoryReport memory() const override;
    std::optional<Error> lost() const override { return device().trouble(); }

private:
    /// What a saved state begins with. States of other grids, precisions or kinds do not fit.
    struct Header {
        std::int32_t cells[3];
        std::int32_t number_bytes, has_surface;
        std::int32_t rain_phase;
        double step_s, viscosity_m2_per_s, gravity_m_per_s2;
    };

    Shell(Setup&& setup, Stepper&& stepper)
        : setup_(std::move(setup)),
          grid_(Grid::of(setup_.cells(), Stepper::kLineBytes / int(sizeof(Number)))),
          stepper_(std::move(stepper)) {}

    Result<void> allocate();
    Result<void> begin(const SolverDesc& desc, const Start& start);
    template <class E>
    Result<void> make(Array<E>& array, std::size_t size) {
        auto made = device().template allocate<E>(size);
        if (!made) return made.error();
        array = std::move(made.value());
        return {};
    }
    const Device& device() const { return stepper_.device(); }
    exec::Extent3 extent() const { return setup_.cells(); }
    std::size_t cell_count() const { return extent().count(); }
    View<S> view() const;
    Header header() const;
    /// Values of all cells without ghosts, to and from a plane on the device.
    template <class E>
    void read_plane(const E* plane, std::vector<E>& out) const;
    template <class E>
    void write_plane(const std::vector<E>& values, E* plane);
    template <class Body>
    void for_places(Body&& body) const;
    template <class Body>
    void for_planes(Body&& body) const;
    std::size_t saved_bytes() const;
    Trouble trouble_at(int step) const;

    Setup setup_;
    Grid grid_;
    Stepper stepper_;
    Array<std::byte> copies_[2];
    int current_ = 0;
    int rain_phase_ = 0;  ///< steps since carried excess moved down
    Array<std::uint8_t> type_, note_;
    Array<Number> mass_, next_mass_, fill_, share_;
    Array<Moments<Number>> mean_;
    Array<Site> images_, ports_;
    Array<TapCell> taps_;
    int tap_count_ = 0;
    mutable Array<float> field_;
    std::int64_t limited_cells_ = 0;
};

template <class S, class Stepper>
Result<void> Shell<S, Stepper>::allocate() {
    const auto plane = std::size_t(grid_.plane);
    for (Array<std::byte>& copy : copies_)
        if (const auto got = make(copy, Planes<S>::bytes(grid_)); !got) return got;
    if (const auto got = make(type_, plane); !got) return got;
    if (!setup_.has_surface()) return {};
    if (const auto got = make(note_, plane); !got) return got;
    for (Array<Number>* array : {&mass_, &next_mass_, &fill_, &share_})
        if (const auto got = make(*array, plane); !got) return got;
    return make(mean_, plane);
}

template <class S, class Stepper>
View<S> Shell<S, Stepper>::view() const {
    auto& self = const_cast<Shell&>(*this);
    View<S> v;
    v.from = Planes<S>::over(self.copies_[current_].data(), grid_);
    v.to = Planes<S>::over(self.copies_[1 - current_].data(), grid_);
    v.type = self.type_.data();
    v.note = self.note_.data();
    v.mass = self.mass_.data();
    v.next_mass = self.next_mass_.data();
    v.fill = self.fill_.data();
    v.share = self.share_.data();
    v.mean = self.mean_.data();
    v.constants = setup_.template constants<Number>();
    if (Stepper::kIsOnGpu) v.walls = setup_.walls();
    return v;
}

template <class S, class Stepper>
template <class Body>
void Shell<S, Stepper>::for_places(Body&& body) const {
    std::size_t k = 0;
    for (int z = 0; z < grid_.nz; ++z)
        for (int y = 0; y < grid_.ny; ++y)
            for (int x = 0; x < grid_.nx; ++x) body(k++, std::size_t(grid_.at(x, y, z)));
}

template <class S, class Stepper>
template <class E>
void Shell<S, Stepper>::read_plane(const E* plane, std::vector<E>& out) const {
    std::vector<E> host(std::size_t(grid_.plane));
    device().download(plane, host.size(), host.data());
    out.resize(cell_count());
    for_places([&](std::size_t k, std::size_t place) { out[k] = host[place]; });
}

/// Ghost cells keep what they hold.
template <class S, class Stepper>
template <class E>
void Shell<S, Stepper>::write_plane(const std::vector<E>& values, E* plane) {
    std::vector<E> host(std::size_t(grid_.plane));
    device().download(plane, host.size(), host.data());
    for_places([&](std::size_t k, std::size_t place) { host[place] = values[k]; });
    device().upload(host.data(), host.size(), plane);
    device().finish_uploads();
}

template <class S, class Stepper>
Result<void> Shell<S, Stepper>::begin(const SolverDesc& desc, const Start& start) {
    const Sides<Number> sides = setup_.template sides<Number>();
    const auto plane = std::size_t(grid_.plane);
    std::vector<std::uint8_t> types(plane, kSolid);
    std::vector<Site> images, ports;
    for (int z = -1; z <= grid_.nz; ++z)
        for (int y = -1; y <= grid_.ny; ++y)
            for (int x = -1; x <= grid_.nx; ++x) {
                const Site site = {x, y, z};
                const AtSite there = at_site(sides, grid_, site);
                if (is_inside(grid_, x, y, z)) {
                    bool is_port = false;
                    const int at[3] = {x, y, z};
                    for (int side = 0; side < kSideCount; ++side) {
                        const int last = setup_.cells().n[side / 2] - 1;
                        is_port |=
                            setup_.is_port(side) && at[side / 2] == (side % 2 == 0 ? 0 : last);
                    }
                    if (is_port) ports.push_back(site);
                } else if (there.kind == AtSite::Kind::Outlet) {
                    types[std::size_t(grid_.at(x, y, z))] = kOutlet;
                } else if (there.kind == AtSite::Kind::Image) {
                    images.push_back(site);
                }
            }
    const double speed = setup_.units().speed_m_per_s();
    std::vector<Moments<Number>> moments(plane);
    std::vector<Number> fill(plane), mass(plane);
    for_places([&](std::size_t k, std::size_t place) {
        types[place] = start.type[k];
        Moments<Number>& m = moments[place];
        m.delta = Number(start.delta[k]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            m.u[axis] = desc.velocity_m_per_s.empty()
                            ? Number(0)
                            : Number(double(desc.velocity_m_per_s[3 * k + axis]) / speed);
        fill[place] = Number(start.fill[k]);
        if (start.type[k] == kInterface) mass[place] = fill[place] * (Number(1) + m.delta);
    });
    for (const Site& site : images) {
        const AtSite there = at_site(sides, grid_, site);
        const auto place = std::size_t(grid_.at(site.x, site.y, site.z));
        const auto image = std::size_t(grid_.at(there.image[0], there.image[1], there.image[2]));
        types[place] = types[image];
        moments[place] = moments[image];
        for (int axis = 0; axis < 3; ++axis)
            if (there.is_flipped[axis]) moments[place].u[axis] = -moments[place].u[axis];
    }
    device().upload(types.data(), plane, type_.data());
    if (setup_.has_surface()) {
        device().upload(types.data(), plane, note_.data());
        device().upload(fill.data(), plane, fill_.data());
        device().upload(mass.data(), plane, mass_.data());
    }
    Array<Moments<Number>> room;
    if (const auto got = make(room, plane); !got) return got;
    device().upload(moments.data(), plane, room.data());
    if (const auto got = make(images_, images.size() + 1); !got) return got;
    if (const auto got = make(ports_, ports.size() + 1); !got) return got;
    device().upload(images.data(), images.size(), images_.data());
    device().upload(ports.data(), ports.size(), ports_.data());
    device().finish_uploads();
    device().for_cells(extent(),
                       StartCells<S>{view(), room.data(), Number(3.0 * (1.0 - setup_.tau()))});
    const std::vector<TapCell> taps = setup_.tap_cells();
    tap_count_ = int(taps.size());
    if (const auto got = make(taps_, taps.size() + 1); !got) return got;
    device().upload(taps.data(), taps.size(), taps_.data());
    device().finish_uploads();
    const auto prepared = stepper_.prepare(
        {desc.isa, grid_, setup_.has_surface(), setup_.has_images(), images_.data(),
         int(images.size()), ports_.data(), int(ports.size()), sides},
        types.data());
    if (!prepared) return prepared;
    for (const TapCell& cell : taps) stepper_.keep_near(cell);
    if (!desc.hulls) return {};
    if constexpr (Stepper::kIsOnGpu)
        return Error{ErrorCode::Unsupported, "bodies float in water in space on the CPU alone"};
    else
        stepper_.add_hulls(*desc.hulls, setup_.units(), types.data(), view());
    return {};
}

template <class S, class Stepper>
RunReport Shell<S, Stepper>::run(int steps, double time_s) {
    const int first = current_, phase = rain_phase_;
    const Sides<Number> sides = setup_.template sides<Number>();
    stepper_.begin();
    int done = 0;
    for (; done < steps; ++done) {
        View<S> v = view();
        v.is_raining = rain_phase_ == kRainEvery - 1;
        Taps<Number> taps = setup_.template taps<Number>(time_s + done * step_s());
        taps.cells = taps_.data();
        taps.count = tap_count_;
        if (!stepper_.step(v, sides, taps)) break;
        current_ = 1 - current_;
        rain_phase_ = (rain_phase_ + 1) % kRainEvery;
    }
    RunReport report;
    report.steps = stepper_.finish(done);
    current_ = (first + report.steps) % 2;
    rain_phase_ = (phase + report.steps) % kRainEvery;
    limited_cells_ = stepper_.limited_cells();
    report.came_in_kg = stepper_.through().came_in * setup_.units().mass_kg();
    report.went_out_kg = stepper_.through().went_out * setup_.units().mass_kg();
    if (report.steps < steps) report.trouble = trouble_at(report.steps);
    return report;
}

template <class S, class Stepper>
Trouble Shell<S, Stepper>::trouble_at(int step) const {
    const FirstCell found =
        device().template join_cells<FirstCell>(extent(), FindBadCells<S>{view()});
    Trouble trouble;
    trouble.step = step;
    if (found.number < FirstCell::kNone) {
        trouble.cell = {int(found.number % grid_.nx), int(found.number / grid_.nx % grid_.ny),
                        int(found.number / grid_.nx / grid_.ny)};
        trouble.text = "cell (" + std::to_string(trouble.cell[0]) + ", " +
                       std::to_string(trouble.cell[1]) + ", " + std::to_string(trouble.cell[2]) +
                       ") ";
    }
    trouble.text +=
        "would move faster than sound on the lattice or lose its density; use shorter steps or a "
        "higher viscosity";
    return trouble;
}

template <class S, class Stepper>
void Shell<S, Stepper>::set_step(double step_s) {
    const double ratio = step_s / setup_.units().step_s, tau = setup_.tau();
    ChangeStep<S> task = {view(), Number(ratio), Number(0), {}};
    setup_.set_step(step_s);
    if (auto* const hulls = stepper_.hulls()) hulls->set_units(setup_.units());
    // What is stored has collided: stresses stand in it times 1 - omega.
    if (std::abs(tau - 1.0) > 1e-3)
        task.stress = Number(ratio * (setup_.tau() - 1.0) / (tau - 1.0));
    task.gravity[2] = Number(-setup_.gravity_lu());
    device().for_cells(extent(), task);
}

template <class S, class Stepper>
const float* Shell<S, Stepper>::device_field(Field field) const {
    if (field_.size() < cell_count()) {
        auto made = device().template allocate<float>(cell_count());
        if (!made) throw std::bad_alloc();
        field_ = std::move(made.value());
    }
    const Units& units = setup_.units();
    device().for_cells(extent(), ReadField<S>{view(), field, float(units.speed_m_per_s()),
                                              float(units.pressure_pa(1.0)), field_.data()});
    return Stepper::kIsOnGpu ? field_.data() : nullptr;
}

template <class S, class Stepper>
void Shell<S, Stepper>::read_field(Field field, std::span<float> out) const {
    device_field(field);
    device().download(static_cast<const float*>(field_.data()), out.size(), out.data());
}

template <class S, class Stepper>
void Shell<S, Stepper>::read_types(std::span<CellType> out) const {
    std::vector<std::uint8_t> types;
    read_plane(static_cast<const std::uint8_t*>(type_.data()), types);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = CellType(types[k]);
}

template <class S, class Stepper>
Totals Shell<S, Stepper>::totals() const {
    const auto sum = device().template join_cells<WaterTotals>(extent(), SumCells<S>{view()});
    const Units& units = setup_.units();
    const double mass_kg = units.mass_kg(), speed = units.speed_m_per_s();
    Totals t;
    t.mass_kg = sum.mass * mass_kg;
    t.carried_kg = sum.carried * mass_kg;
    t.max_speed_m_per_s = std::sqrt(sum.most_speed2) * speed;
    t.kinetic_j = sum.kinetic * mass_kg * speed * speed;
    t.potential_j = sum.height * mass_kg * units.cell_m * setup_.settings().gravity_m_per_s2;
    if (const auto* const hulls = stepper_.hulls()) {
        t.mass_kg += hulls->mass() * mass_kg;
        t.carried_kg += hulls->mass() * mass_kg;
    }
    for (std::size_t k = 0; k < t.cells.size(); ++k) t.cells[k] = sum.cells[k];
    t.limited_cells = limited_cells_;
    return t;
}

/// Every plane that makes up the state.
template <class S, class Stepper>
template <class Body>
void Shell<S, Stepper>::for_planes(Body&& body) const {
    const View<S> v = view();
    body(v.type);
    body(v.from.rest);
    for (int i = 1; i < L::q; ++i) body(v.from.moving + (i - 1) * grid_.plane);
    if (!setup_.has_surface()) return;
    body(v.mass);
    body(v.fill);
    body(v.share);
}

template <class S, class Stepper>
typename Shell<S, Stepper>::Header Shell<S, Stepper>::header() const {
    return {{grid_.nx, grid_.ny, grid_.nz},
            std::int32_t(sizeof(typename S::Moving)),
            setup_.has_surface() ? 1 : 0,
            rain_phase_,
            setup_.units().step_s,
            setup_.settings().viscosity_m2_per_s,
            setup_.settings().gravity_m_per_s2};
}

template <class S, class Stepper>
std::size_t Shell<S, Stepper>::saved_bytes() const {
    std::size_t bytes = sizeof(Header);
    for_planes([&](auto* plane) { bytes += cell_count() * sizeof(*plane); });
    return stepper_.hulls() ? bytes + stepper_.hulls()->saved_bytes() : bytes;
}

template <class S, class Stepper>
std::string Shell<S, Stepper>::save() const {
    std::string bytes;
    bytes.reserve(saved_bytes());
    const Header head = header();
    bytes.append(reinterpret_cast<const char*>(&head), sizeof head);
    std::vector<std::uint8_t> types;
    read_plane(static_cast<const std::uint8_t*>(type_.data()), types);
    int number = 0;  // of the plane: types, then populations
    for_planes([&](auto* plane) {
        using E = std::remove_pointer_t<decltype(plane)>;
        std::vector<E> values;
        read_plane(static_cast<const E*>(plane), values);
        // What lies in cells without water means nothing, but for the excess that air carries.
        const bool is_population = number >= 1 && number <= L::q;
        for (std::size_t k = 0; k < values.size() && number > 0; ++k)
            if (types[k] == kSolid || (is_population && types[k] == kEmpty)) values[k] = E{};
        ++number;
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(E));
    });
    if (stepper_.hulls()) stepper_.hulls()->save(bytes);
    return bytes;
}

template <class S, class Stepper>
bool Shell<S, Stepper>::is_sound(std::string_view bytes) const {
    if (bytes.size() != saved_bytes()) return false;
    ByteReader reader(bytes);
    const auto head = reader.get<Header>();
    const Header own = header();
    if (std::memcmp(head.cells, own.cells, sizeof own.cells) != 0 ||
        head.number_bytes != own.number_bytes || head.has_surface != own.has_surface)
        return false;
    // Far more than a run changes its step by; with others a speed or a pressure is no number.
    constexpr double kShorter = 1e-9, kLonger = 1e3, kMostViscosity_m2_per_s = 1e6;
    const double ratio = head.step_s / own.step_s;
    if (head.rain_phase < 0 || head.rain_phase >= kRainEvery ||
        !(ratio > kShorter && ratio < kLonger) ||
        !(head.viscosity_m2_per_s >= 0.0 && head.viscosity_m2_per_s <= kMostViscosity_m2_per_s) ||
        head.gravity_m_per_s2 != own.gravity_m_per_s2)
        return false;
    std::vector<std::uint8_t> types;
    read_plane(static_cast<const std::uint8_t*>(type_.data()), types);
    const auto* stored = reinterpret_cast<const std::uint8_t*>(bytes.data() + sizeof(Header));
    const auto* const hulls = stepper_.hulls();
    for (std::size_t k = 0; k < types.size(); ++k) {
        const bool is_known = stored[k] == kFluid || stored[k] == kSolid ||
                              (setup_.has_surface() && stored[k] < kSolid);
        if (!is_known || (!hulls && (stored[k] == kSolid) != (types[k] == kSolid))) return false;
    }
    if (hulls && !hulls->is_sound(bytes.substr(bytes.size() - hulls->saved_bytes()), stored))
        return false;
    const char* from = bytes.data() + sizeof(Header);
    bool is_bounded = true;
    int number = 0;  // of the plane: types, then populations
    for_planes([&](auto* plane) {
        using E = std::remove_pointer_t<decltype(plane)>;
        // Populations are far below 4; a cell may carry the excess of many.
        const Number most = number <= L::q ? Number(4) : Number(1e4);
        if constexpr (!std::is_same_v<E, std::uint8_t>)
            for (std::size_t k = 0; k < types.size(); ++k) {
                E value;
                std::memcpy(&value, from + k * sizeof(E), sizeof value);
                const auto found = tarn::load<Number>(&value);
                is_bounded &= found > -most && found < most;
            }
        from += types.size() * sizeof(E);
        ++number;
    });
    return is_bounded;
}

template <class S, class Stepper>
bool Shell<S, Stepper>::restore(std::string_view bytes) {
    if (!is_sound(bytes)) return false;
    ByteReader reader(bytes);
    const auto head = reader.get<Header>();
    rain_phase_ = head.rain_phase;
    setup_.set_step(head.step_s);
    const Settings settings = {head.viscosity_m2_per_s, head.gravity_m_per_s2};
    setup_.set(settings);
    const char* from = bytes.data() + sizeof(Header);
    for_planes([&](auto* plane) {
        using E = std::remove_pointer_t<decltype(plane)>;
        std::vector<E> values(cell_count());
        std::memcpy(values.data(), from, values.size() * sizeof(E));
        from += values.size() * sizeof(E);
        const_cast<Shell*>(this)->write_plane(values, plane);
    });
    if (auto* const hulls = stepper_.hulls()) {
        hulls->set_units(setup_.units());
        hulls->restore(bytes.substr(bytes.size() - hulls->saved_bytes()));
    }
    stepper_.all_changed();
    return true;
}

template <class S, class Stepper>
MemoryReport Shell<S, Stepper>::memory() const {
    MemoryReport report;
    report.state_bytes = copies_[0].bytes() + copies_[1].bytes() + mass_.bytes() +
                         next_mass_.bytes() + fill_.bytes() + share_.bytes() + mean_.bytes();
    report.mask_bytes = type_.bytes() + note_.bytes();
    report.fields_bytes = field_.bytes();
    report.other_bytes = images_.bytes() + ports_.bytes() + stepper_.bytes();
    return report;
}

}  // namespace tarn::volume
