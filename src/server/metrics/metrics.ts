/**
 * The interface through which the server reports metrics. Only types and a no-op implementation, so that callers do not
 * depend on the collector; prometheus.ts is loaded only if metrics are switched on. Every call must be cheap, and every
 * label must have few values: never use ids of users, conversations or messages.
 */
import type { JobMetrics } from '~/server/jobs/run-job';
import type { AnswerStatus, AnswerUsage } from '~/shared/schemas/messages';

export interface EndedAnswer {
  /** The model's id, as users choose it. */
  model: string;
  /** 'dropped': the conversation was deleted, or another process closed the answer. */
  outcome: AnswerStatus | 'dropped' | 'handed-over';
  /** From storing the message to the first text; undefined without text. */
  firstTextMs: number | undefined;
  /** The model's average time between two tokens; undefined if unknown. */
  tokenMs: number | undefined;
}

export interface Metrics extends JobMetrics {
  /** `status` is the HTTP status, or 'aborted' if the client disconnected before the response. */
  requestEnded(request: { route: string; method: string; status: string; ms: number }): void;
  answerEnded(answer: EndedAnswer): void;
  modelUsed(use: { model: string; purpose: string; usage: AnswerUsage | undefined }): void;
  socketOpened(): void;
  socketClosed(): void;
}

export const noMetrics: Metrics = {
  requestEnded() {},
  answerEnded() {},
  modelUsed() {},
  jobEnded() {},
  socketOpened() {},
  socketClosed() {},
};

/** The metrics in the Prometheus text format. */
export interface MetricsPage {
  contentType: string;
  read(): Promise<string>;
}
