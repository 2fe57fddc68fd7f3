// Memory and threads that the system does not give: the n-th call from now on fails, or all from
// the n-th on. For the whole program that links this, and the libraries in it.
#pragma once

namespace tarn {

enum class Resource { Heap, Pages, Thread };
enum class Failing { Once, FromThenOn };

/// While it lives, call number `at` for the resource fails, counted from 1. One at a time.
class FailingResource {
public:
    FailingResource(Resource resource, int at, Failing failing = Failing::Once);
    ~FailingResource();
    FailingResource(const FailingResource&) = delete;
    FailingResource& operator=(const FailingResource&) = delete;

    /// Ends it before its time: whether a call has failed.
    static bool stop();
};

}  // namespace tarn
