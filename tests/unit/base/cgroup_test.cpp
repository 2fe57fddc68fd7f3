// Memory that a container leaves to us, read from made-up control groups.
#include "base/cgroup.hpp"

#include "support/world_for_test.hpp"

#include <filesystem>
#include <fstream>

namespace tarn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMega = 1'000'000;

/// A root folder with a proc and a sys of its own.
class MadeUpSystem {
public:
    void write(const std::string& path, const std::string& text) const {
        fs::create_directories((root() / path).parent_path());
        std::ofstream(root() / path) << text << "\n";
    }
    fs::path root() const { return folder_.path(); }

private:
    TempFolder folder_;
};

TEST(Cgroup, WithoutOneNothingIsLimited) {
    const MadeUpSystem system;
    EXPECT_FALSE(cgroup_memory_left_bytes(system.root()));
    system.write("proc/self/cgroup", "0::/user.slice");
    system.write("sys/fs/cgroup/user.slice/memory.max", "max");
    system.write("sys/fs/cgroup/user.slice/memory.current", "5000000");
    EXPECT_FALSE(cgroup_memory_left_bytes(system.root()));
    for (const char* nonsense : {"", ":", "::", "x", "0:", "1:memory"}) {
        system.write("proc/self/cgroup", nonsense);
        EXPECT_FALSE(cgroup_memory_left_bytes(system.root())) << nonsense;
    }
}

TEST(Cgroup, OfVersion2LeavesItsLimitLessWhatIsHeld) {
    const MadeUpSystem system;
    system.write("proc/self/cgroup", "0::/a/b");
    system.write("sys/fs/cgroup/a/b/memory.max", "300000000");
    system.write("sys/fs/cgroup/a/b/memory.current", "100000000");
    EXPECT_EQ(cgroup_memory_left_bytes(system.root()), 200 * kMega);
    // Files in the page cache make room when they must.
    system.write("sys/fs/cgroup/a/b/memory.stat", "anon 40000000\ninactive_file 60000000");
    EXPECT_EQ(cgroup_memory_left_bytes(system.root()), 260 * kMega);
    // The tightest of those above counts.
    system.write("sys/fs/cgroup/a/memory.max", "150000000");
    system.write("sys/fs/cgroup/a/memory.current", "110000000");
    EXPECT_EQ(cgroup_memory_left_bytes(system.root()), 40 * kMega);
    system.write("sys/fs/cgroup/a/memory.current", "160000000");
    EXPECT_EQ(cgroup_memory_left_bytes(system.root()), 0u);
}

TEST(Cgroup, OfVersion1IsReadToo) {
    const MadeUpSystem system;
    system.write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/box\n0::/");
    system.write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "300000000");
    system.write("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "120000000");
    system.write("sys/fs/cgroup/memory/box/memory.stat", "total_inactive_file 20000000");
    EXPECT_EQ(cgroup_memory_left_bytes(system.root()), 200 * kMega);
    // Version 1 says "none" with the largest number that there is.
    system.write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "9223372036854771712");
    EXPECT_GT(cgroup_memory_left_bytes(system.root()).value(), std::size_t{1} << 60);
}

TEST(Cgroup, ThatAContainerSeesAtItsMountAloneIsFound) {
    const MadeUpSystem system;
    system.write("proc/self/cgroup", "0::/docker/0123456789abcdef");
    system.write("sys/fs/cgroup/memory.max", "300000000");
    system.write("sys/fs/cgroup/memory.current", "1000000");
    EXPECT_EQ(cgroup_memory_left_bytes(system.root()), 299 * kMega);
}

TEST(Memory, AvailableIsWhatTheMachineAndTheContainerBothHave) {
    const MadeUpSystem system;
    EXPECT_EQ(available_memory_bytes(system.root()), 0u);
    system.write("proc/meminfo", "MemTotal: 2000 kB\nMemAvailable:   1000 kB");
    EXPECT_EQ(available_memory_bytes(system.root()), 1'024'000u);
    system.write("proc/self/cgroup", "0::/");
    system.write("sys/fs/cgroup/memory.max", "600000");
    system.write("sys/fs/cgroup/memory.current", "100000");
    EXPECT_EQ(available_memory_bytes(system.root()), 500'000u);
}

}  // namespace
}  // namespace tarn
