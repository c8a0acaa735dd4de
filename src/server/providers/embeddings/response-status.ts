import { recordOf } from '~/shared/is-record';
import { TextRejected } from './types';

/** Statuses with which an endpoint rejects texts, although it accepts the model and the key. */
const rejectionStatuses = new Set([400, 413, 422]);
const shownCharacters = 200;

export function assertAccepted(status: number, body: unknown): void {
  if (status >= 200 && status < 300) return;
  const { error, message, detail } = recordOf(body);
  const reason = [recordOf(error).message, error, message, detail].find((one) => typeof one === 'string') ?? '';
  const shown = `The endpoint returned ${status}. ${String(reason).slice(0, shownCharacters)}`.trim();
  throw rejectionStatuses.has(status) ? new TextRejected(shown) : new Error(shown);
}
