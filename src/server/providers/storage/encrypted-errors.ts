/** Errors of an encrypted file. Both need the operator's attention; users can only report them. */
import { AppError } from '~/server/lib/errors';

/** The stored bytes differ from those that were written. */
export class FileDamaged extends AppError {
  constructor(options?: { cause?: unknown }) {
    super(
      'upstream',
      'This file is damaged in the file storage. Please contact the operator of this service.',
      options,
    );
  }
}

/** No known secret decrypts the key that encrypted its bytes, or a text of the database. */
export class FileKeyMissing extends AppError {
  constructor(cause: string) {
    super('unavailable', 'This is encrypted with a key that is missing. Please contact the operator of this service.', {
      cause: new Error(cause),
    });
  }
}
