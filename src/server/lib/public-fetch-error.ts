/** Why a page or file of another site was not fetched. */
import { AppError, type AppErrorCode } from './errors';

export type FetchFailure = 'address' | 'unreachable' | 'timed_out' | 'status' | 'redirects' | 'too_large' | 'encoding';

const codes: Partial<Record<FetchFailure, AppErrorCode>> = { address: 'validation', too_large: 'too_large' };
const words: Partial<Record<FetchFailure, string>> = {
  address: "This URL can't be loaded.",
  too_large: 'This file is too large to show.',
};

export class PublicFetchError extends AppError {
  /** HTTP status of the response if `reason` is 'status'. */
  readonly status: number | undefined;
  constructor(
    readonly reason: FetchFailure,
    details: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    const { status, ...rest } = details;
    super(codes[reason] ?? 'upstream', words[reason] ?? 'The other site returned an unexpected response.', rest);
    this.status = status;
  }
}
