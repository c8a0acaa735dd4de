/** Collects the metrics of one process with prom-client. Loaded only if metrics are switched on. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { boundedLabel } from './bounded-label';
import { createInstruments } from './instruments';
import type { Metrics, MetricsPage } from './metrics';
import { collectState, type ServerState } from './state-gauges';

/** Further models share one label. */
const maxModels = 100;
/** More than all procedures, REST paths and pages together. */
const maxRoutes = 600;

export interface Prometheus {
  metrics: Metrics;
  /** Collects the remaining metrics from the running server each time the page is requested. */
  pageOf(state: ServerState): MetricsPage;
}

export function createPrometheus(): Prometheus {
  const registry = new Registry();
  // Process, memory, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  return {
    metrics: createMetrics(registry),
    pageOf(state) {
      collectState(registry, state);
      let reading: Promise<string> | undefined;
      return {
        contentType: registry.contentType,
        // Concurrent requests share one page.
        read() {
          reading ??= registry.metrics().finally(() => {
            reading = undefined;
          });
          return reading;
        },
      };
    },
  };
}

function createMetrics(registry: Registry): Metrics {
  const instruments = createInstruments(registry);
  const modelLabel = boundedLabel(maxModels);
  const routeLabel = boundedLabel(maxRoutes);
  return {
    requestEnded({ route: requestedRoute, method, status, ms }) {
      const route = routeLabel(requestedRoute);
      instruments.requests.inc({ route, method, status });
      instruments.requestSeconds.observe({ route }, ms / 1000);
    },
    answerEnded({ model: modelName, outcome, firstTextMs, tokenMs }) {
      const model = modelLabel(modelName);
      instruments.answersEnded.inc({ model, outcome });
      if (firstTextMs !== undefined) instruments.firstTextSeconds.observe({ model }, firstTextMs / 1000);
      if (tokenMs !== undefined) instruments.tokenSeconds.observe({ model }, tokenMs / 1000);
    },
    modelUsed({ model: modelName, purpose, usage }) {
      const model = modelLabel(modelName);
      instruments.modelRequests.inc({ model, purpose, tokens: usage ? 'known' : 'unknown' });
      if (!usage) return;
      const { inputTokens, outputTokens, reasoningTokens = 0, cachedTokens = 0, cost } = usage;
      const kinds = { input: inputTokens, output: outputTokens, reasoning: reasoningTokens, cached: cachedTokens };
      for (const [kind, count] of Object.entries(kinds)) instruments.tokens.inc({ model, purpose, kind }, count);
      if (cost !== undefined) instruments.cost.inc({ model, purpose }, Number(cost));
    },
    jobEnded: (kind, outcome) => instruments.jobsEnded.inc({ kind, outcome: outcome.replaceAll(' ', '_') }),
    socketOpened: () => instruments.sockets.inc(),
    socketClosed: () => instruments.sockets.dec(),
  };
}
