#include "viewer/events.hpp"

namespace tarn::viewer {

void EventQueue::add(std::vector<Event> events) {
    waiting_.insert(waiting_.end(), events.begin(), events.end());
}

std::vector<Event> EventQueue::take() {
    std::vector<Event> share;
    while (!waiting_.empty()) {
        share.push_back(waiting_.front());
        waiting_.pop_front();
        if (std::holds_alternative<ButtonEvent>(share.back())) break;
    }
    return share;
}

}  // namespace tarn::viewer
