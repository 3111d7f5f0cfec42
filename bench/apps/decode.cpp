// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decode loop of a transformer (Vaswani et al., "Attention Is All You Need", 2017; Touvron et al., "LLaMA", 2023), the way
// inference programs run it: one region a token, a barrier after each node of the graph, and rows of matrices divided among the
// threads. 96 layers of 21 nodes make 2016 barriers a token; the work between two of them is a product of a matrix and a vector, or
// next to nothing.
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "app.h"

namespace {

constexpr int kLayers = 96;
constexpr int kWidth = 160;
constexpr int kHeads = 4;
constexpr int kHeadWidth = kWidth / kHeads;
constexpr int kHidden = 448;
constexpr int kWords = 512;
constexpr int kContext = 64;  // tokens that attention looks back at most

using Vector = std::vector<float>;

struct Layer {
  Vector norm1, norm2, query, key, value, output, gate, up, down;
  Vector keys, values;  // of the tokens so far
};

struct State {
  std::vector<Layer> layers = std::vector<Layer>(kLayers);
  Vector words, x, normed, q, k, v, scores, mixed, projected, gated, raised, lowered, logits;
  int tokens = 0;
  int token = 0;     // the newest word
  int previous = 0;  // what it came of
  double trace = 0.0;
};

State state;

// Numbers between -1 and 1, of a generator with the constants of Numerical Recipes.
void fill(Vector& numbers, std::size_t count, float scale, std::uint32_t seed) {
  numbers.resize(count);
  for (float& number : numbers) {
    seed = seed * 1664525U + 1013904223U;
    number = scale * (static_cast<float>(seed >> 8U) / 8388608.0F - 1.0F);
  }
}

struct Range {
  int begin, end;
};

// This thread's part of `count` rows.
Range part(int count) {
  const int threads = omp_get_num_threads();
  const int thread = omp_get_thread_num();
  return {count * thread / threads, count * (thread + 1) / threads};
}

void multiply(const Vector& matrix, const Vector& input, Vector& output, int rows, int columns) {
  const Range mine = part(rows);
  for (int i = mine.begin; i < mine.end; ++i) {
    const float* row = matrix.data() + static_cast<std::ptrdiff_t>(i) * columns;
    const float* in = input.data();
    float sum = 0.0F;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < columns; ++j) {
      sum += row[j] * in[j];
    }
    output[i] = sum;
  }
#pragma omp barrier
}

template <typename Function>
void each(int count, Function function) {
  const Range mine = part(count);
  for (int i = mine.begin; i < mine.end; ++i) {
    function(i);
  }
#pragma omp barrier
}

// A node that has one row is one thread's.
template <typename Function>
void alone(Function function) {
  if (omp_get_thread_num() == 0) {
    function();
  }
#pragma omp barrier
}

void normalize(const Vector& weights) {
  alone([] {
    float squares = 0.0F;
    for (const float number : state.x) {
      squares += number * number;
    }
    const float scale = 1.0F / std::sqrt(squares / kWidth + 1e-5F);
    for (int i = 0; i < kWidth; ++i) {
      state.normed[i] = state.x[i] * scale;
    }
  });
  each(kWidth, [&](int i) { state.normed[i] *= weights[i]; });
}

void rotate(Vector& vector, int position) {
  each(kWidth / 2, [&](int pair) {
    const float angle =
        static_cast<float>(position) * std::pow(1e-4F, static_cast<float>(pair % (kHeadWidth / 2)) * 2.0F / kHeadWidth);
    const float first = vector[2 * pair];
    const float second = vector[2 * pair + 1];
    vector[2 * pair] = first * std::cos(angle) - second * std::sin(angle);
    vector[2 * pair + 1] = first * std::sin(angle) + second * std::cos(angle);
  });
}

void soften(std::span<float> scores) {
  const float greatest = *std::max_element(scores.begin(), scores.end());
  float sum = 0.0F;
  for (float& score : scores) {
    score = std::exp(score - greatest);
    sum += score;
  }
  for (float& score : scores) {
    score /= sum;
  }
}

void attend(Layer& layer, int slot, int seen) {
  each(kWidth, [&](int i) { layer.keys[slot * kWidth + i] = state.k[i]; });
  each(kWidth, [&](int i) { layer.values[slot * kWidth + i] = state.v[i]; });
  each(kHeads * seen, [&](int n) {
    const int head = n / seen;
    float sum = 0.0F;
    for (int i = head * kHeadWidth; i < (head + 1) * kHeadWidth; ++i) {
      sum += state.q[i] * layer.keys[n % seen * kWidth + i];
    }
    state.scores[head * kContext + n % seen] = sum / std::sqrt(static_cast<float>(kHeadWidth));
  });
  each(kHeads, [&](int head) { soften({&state.scores[head * kContext], static_cast<std::size_t>(seen)}); });
  each(kWidth, [&](int i) {
    float sum = 0.0F;
    for (int n = 0; n < seen; ++n) {
      sum += state.scores[i / kHeadWidth * kContext + n] * layer.values[n * kWidth + i];
    }
    state.mixed[i] = sum;
  });
}

void run_layer(Layer& layer, int position) {
  normalize(layer.norm1);
  multiply(layer.query, state.normed, state.q, kWidth, kWidth);
  multiply(layer.key, state.normed, state.k, kWidth, kWidth);
  multiply(layer.value, state.normed, state.v, kWidth, kWidth);
  rotate(state.q, position);
  rotate(state.k, position);
  attend(layer, position % kContext, std::min(position + 1, +kContext));
  multiply(layer.output, state.mixed, state.projected, kWidth, kWidth);
  each(kWidth, [](int i) { state.x[i] += state.projected[i]; });
  normalize(layer.norm2);
  multiply(layer.gate, state.normed, state.gated, kHidden, kWidth);
  multiply(layer.up, state.normed, state.raised, kHidden, kWidth);
  each(kHidden, [](int i) { state.gated[i] *= state.raised[i] / (1.0F + std::exp(-state.gated[i])); });
  multiply(layer.down, state.gated, state.lowered, kWidth, kHidden);
  each(kWidth, [](int i) { state.x[i] += state.lowered[i]; });
}

// Fills the logits of the word that follows `word` at `position`.
void run_token(int word, int position) {
  std::copy_n(&state.words[static_cast<std::ptrdiff_t>(word) * kWidth], kWidth, state.x.begin());
#pragma omp parallel
  {
    for (Layer& layer : state.layers) {
      run_layer(layer, position);
    }
    multiply(state.words, state.x, state.logits, kWords, kWidth);
  }
}

// The first layer to have its memory touched by the threads that read it would be no different: rows are divided anew in each node.
void make_layer(Layer& layer, std::uint32_t seed) {
  const float scale = 1.0F / std::sqrt(static_cast<float>(kWidth));
  std::uint32_t next = seed * 7919U;
  for (Vector* matrix : {&layer.query, &layer.key, &layer.value, &layer.output}) {
    fill(*matrix, kWidth * kWidth, scale, ++next);
  }
  for (Vector* matrix : {&layer.gate, &layer.up, &layer.down}) {
    fill(*matrix, kWidth * kHidden, scale, ++next);
  }
  for (Vector* weights : {&layer.norm1, &layer.norm2}) {
    fill(*weights, kWidth, 1.0F, ++next);
  }
  layer.keys.resize(kContext * kWidth);
  layer.values.resize(kContext * kWidth);
}

}  // namespace

void app_prepare(double scale) {
  state.tokens = app_scaled(16, scale);
#pragma omp parallel for schedule(static)
  for (int n = 0; n < kLayers; ++n) {
    make_layer(state.layers[n], static_cast<std::uint32_t>(n));
  }
  fill(state.words, kWords * kWidth, 1.0F, 1);
  for (Vector* vector : {&state.x, &state.normed, &state.q, &state.k, &state.v, &state.mixed, &state.projected}) {
    vector->resize(kWidth);
  }
  state.lowered.resize(kWidth);
  state.gated.resize(kHidden);
  state.raised.resize(kHidden);
  state.scores.resize(kHeads * kContext);
  state.logits.resize(kWords);
}

void app_run() {
  for (int position = 0; position < state.tokens; ++position) {
    run_token(state.token, position);
    state.previous = state.token;
    const auto greatest = std::max_element(state.logits.begin(), state.logits.end());
    state.token = static_cast<int>(greatest - state.logits.begin());
    state.trace += *greatest;
  }
}

// The answer is the sum of the greatest logits. The last token, done once more by one thread, must have the same logits, bit for bit.
void app_check(app_answer* answer) {
  answer->answer = state.trace;
  answer->allowed = 0.0;
  const Vector logits = state.logits;
  omp_set_num_threads(1);
  run_token(state.previous, state.tokens - 1);
  for (int i = 0; i < kWords; ++i) {
    answer->error = app_worse(answer->error, std::fabs(logits[i] - state.logits[i]));
  }
  answer->error = app_worse(answer->error, state.trace - state.trace);  // which is 0, or not a number
}
