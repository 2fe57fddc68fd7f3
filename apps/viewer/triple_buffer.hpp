// Hands whole values from one thread to another. The writer fills back(), the reader looks at
// front(); neither ever waits, and the reader always sees one value that was published whole.
#pragma once

#include <array>
#include <atomic>

namespace tarn::viewer {

template <class T>
class TripleBuffer {
public:
    /// For the writer. Holds an old value, so that its memory can be used again.
    T& back() { return slots_[back_]; }
    void publish() { back_ = middle_.exchange(back_ | kFresh, std::memory_order_acq_rel) & kSlot; }

    /// For the reader: moves to the newest value; false if there is nothing newer.
    bool take() {
        if (!(middle_.load(std::memory_order_relaxed) & kFresh)) return false;
        front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kSlot;
        return true;
    }
    /// Stays as it is until the next take().
    const T& front() const { return slots_[front_]; }

private:
    static constexpr unsigned kSlot = 3, kFresh = 4;

    std::array<T, 3> slots_ = {};
    unsigned back_ = 0;                ///< the writer's
    unsigned front_ = 1;               ///< the reader's
    std::atomic<unsigned> middle_{2};  ///< nobody's, with a mark if the reader has not seen it
};

}  // namespace tarn::viewer
