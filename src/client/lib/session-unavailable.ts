import { errorMessage } from './error-message';

/** The session could not be loaded, because the server is unreachable or failed. */
export class SessionUnavailable extends Error {
  override readonly name = 'SessionUnavailable';

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause });
  }
}
