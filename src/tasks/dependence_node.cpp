// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence_node.h"

#include <algorithm>

#include "tasks/shortage.h"

namespace muster::tasks {
namespace {

constexpr std::size_t kEdgesOfBlock = (512 - sizeof(EdgeBlock)) / sizeof(DependenceEdge) + 1;

}  // namespace

DependenceEdge* NativeDependences::new_edge_in_block(Worker& worker, DependenceNode& node) {
  const std::size_t in_block = (node.edge_count - node.own_edges) % kEdgesOfBlock;
  if (in_block == 0) {
    auto* block =
        try_to_take_block<EdgeBlock>(worker, sizeof(EdgeBlock) + (kEdgesOfBlock - 1) * sizeof(DependenceEdge));
    if (block == nullptr) {
      return nullptr;
    }
    block->more = node.more;
    node.more = block;
  }
  return &node.more->edges[in_block];
}

void NativeDependences::tell_edge(DependenceNode& from, const DependenceNode& to) {
  // A thread that waits for the other is no task, and neither has a record that was made before somebody listened.
  if (to.task == nullptr || !to.task->is(kObserved)) {
    return;
  }
  from.marks_mutex.lock();
  if (from.marks != nullptr) {
    events::emit(events::TaskDependence{*from.marks, observed_of(*to.task).record});
  }
  from.marks_mutex.unlock();
}

void NativeDependences::await_closed(Worker& worker, const DependenceNode& node) {
  while (!node.is_closed()) {
    pass_time(worker);
  }
}

ExclusionBlock& NativeDependences::new_exclusion(Worker& worker, const void* address) {
  return *new (&take_block(worker, sizeof(ExclusionBlock))) ExclusionBlock(address);
}

DependenceNode* make_node(Worker& worker, DependenceTable& table, const DependenceList& list) {
  const std::size_t turns = list.exclusions() * sizeof(DependenceTurn);
  const std::size_t links = list.count() * sizeof(Link);
  const std::size_t bytes = sizeof(DependenceNode) + links + turns;
  const std::size_t edges = std::min(list.count(), DependenceNode::kFewEdges) * sizeof(DependenceEdge);
  auto* node = try_to_take_block<DependenceNode>(worker, bytes + edges);
  if (node != nullptr) {
    node->own_edges = static_cast<std::uint32_t>((memory::bytes_of(node->size_class) - bytes) / sizeof(DependenceEdge));
    node->provide(reinterpret_cast<DependenceTurn*>(node->own_links() + list.count()));
    node->serial = ++table.nodes;
  }
  return node;
}

void NativeDependences::free_blocks(Worker* worker, DependenceNode& node) {
  while (node.more != nullptr) {
    EdgeBlock* block = node.more;
    node.more = block->more;
    tasks::give_back(worker, *block);
  }
}

}  // namespace muster::tasks
