/** What can be wrong with an encrypted file. Both are for the operator to look at; the user can only report them. */
import { AppError } from '~/server/lib/errors';

/** Its bytes are not those that were written. */
export class FileDamaged extends AppError {
  constructor(options?: { cause?: unknown }) {
    super(
      'upstream',
      'This file is damaged in the file storage. Please contact the operator of this service.',
      options,
    );
  }
}

/** No known secret opens the key that its bytes, or a text of the database, were encrypted with. */
export class FileKeyMissing extends AppError {
  constructor(cause: string) {
    super('unavailable', 'This is encrypted with a key that is missing. Please contact the operator of this service.', {
      cause: new Error(cause),
    });
  }
}
