/**
 * The errors that this process has logged recently and not stored yet, for administrators without access to the log.
 */
import { recordOf } from '~/shared/is-record';

const maxErrors = 100;
const maxCharacters = 300;

export interface RecentError {
  id: number;
  at: Date;
  message: string;
  requestId: string | null;
}

export class RecentErrors {
  private readonly errors: RecentError[] = [];
  private count = 0;
  private savedId = 0;

  constructor(private readonly now = () => Date.now()) {}

  /** Takes the fields and the message of a log line. */
  add(fields: unknown, message: string): void {
    const { err, requestId } = recordOf(fields);
    const reason = err instanceof Error ? `: ${err.message}` : '';
    this.count++;
    this.errors.unshift({
      id: this.count,
      at: new Date(this.now()),
      message: `${message}${reason}`.slice(0, maxCharacters),
      requestId: typeof requestId === 'string' ? requestId : null,
    });
    this.errors.length = Math.min(this.errors.length, maxErrors);
  }

  /** Newest first. */
  unsaved(): RecentError[] {
    return this.errors.filter(({ id }) => id > this.savedId);
  }

  /** Marks errors up to this id as stored. */
  saved(id: number): void {
    this.savedId = id;
  }
}
