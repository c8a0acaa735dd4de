/** The metrics that events update. Names and labels are a public API: dashboards and alert rules use them. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const requestSeconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const firstTextSeconds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300];
const tokenSeconds = [0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1];

export function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    ...requestInstruments(registers),
    ...answerInstruments(registers),
    ...modelInstruments(registers),
    jobsEnded: new Counter({
      name: 'qinsight_job_attempts_total',
      help: 'Attempts at background jobs on this process by kind and outcome',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    sockets: new Gauge({ name: 'qinsight_sockets', help: 'Open WebSocket connections of this process', registers }),
  };
}

function requestInstruments(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'qinsight_http_requests_total',
      help: 'HTTP requests by route pattern, method and status; status aborted when the client left before the response',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'qinsight_http_request_duration_seconds',
      help: 'Duration of HTTP requests by route pattern, streams included',
      labelNames: ['route'],
      buckets: requestSeconds,
      registers,
    }),
  };
}

function answerInstruments(registers: Registry[]) {
  return {
    answersEnded: new Counter({
      name: 'qinsight_answers_ended_total',
      help: 'Answers that ended on this process by model and outcome: complete, stopped, failed, interrupted, dropped, handed-over',
      labelNames: ['model', 'outcome'],
      registers,
    }),
    firstTextSeconds: new Histogram({
      name: 'qinsight_answer_first_token_seconds',
      help: 'Time from the stored question to the first text of its answer, by model',
      labelNames: ['model'],
      buckets: firstTextSeconds,
      registers,
    }),
    tokenSeconds: new Histogram({
      name: 'qinsight_answer_token_seconds',
      help: 'Mean time between two tokens of a complete answer, by model; only when its tokens are known',
      labelNames: ['model'],
      buckets: tokenSeconds,
      registers,
    }),
  };
}

/** Model usage and cost, for answers and all other requests. */
function modelInstruments(registers: Registry[]) {
  return {
    tokens: new Counter({
      name: 'qinsight_model_tokens_total',
      help: 'Tokens used by model, purpose and kind: input, output; reasoning and cached are parts of those',
      labelNames: ['model', 'purpose', 'kind'],
      registers,
    }),
    cost: new Counter({
      name: 'qinsight_model_cost_usd_total',
      help: 'Cost in USD of models that have a price, by model and purpose',
      labelNames: ['model', 'purpose'],
      registers,
    }),
    modelRequests: new Counter({
      name: 'qinsight_model_requests_total',
      help: 'Recorded uses of a model by model, purpose and whether their tokens are known',
      labelNames: ['model', 'purpose', 'tokens'],
      registers,
    }),
  };
}
