/**
 * What the server reports about its work while it does it. Types and a silent implementation only, so that every part
 * can report without knowing who collects; prometheus.ts is loaded when the settings switch metrics on. Every call must
 * be cheap, and every label must have few values: the ids of users, conversations and messages never belong here.
 */
import type { Outcome } from '~/server/jobs/run-job';
import type { AnswerStatus, AnswerUsage } from '~/shared/schemas/messages';

export interface EndedAnswer {
  /** The model's id, as users choose it. */
  model: string;
  /** 'dropped': its conversation was deleted, or another process closed it. */
  outcome: AnswerStatus | 'dropped' | 'handed-over';
  /** From the stored question to the first text; undefined without text. */
  firstTextMs: number | undefined;
  /** The model's time between two tokens; undefined when it is not known. */
  tokenMs: number | undefined;
}

export interface Metrics {
  /** `status` is the HTTP status, or 'aborted' when the client left before there was one. */
  requestEnded(request: { route: string; method: string; status: string; ms: number }): void;
  answerEnded(answer: EndedAnswer): void;
  modelUsed(use: { model: string; purpose: string; usage: AnswerUsage | undefined }): void;
  jobEnded(kind: string, outcome: Outcome): void;
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

/** The metrics as Prometheus reads them. */
export interface MetricsPage {
  contentType: string;
  read(): Promise<string>;
}
