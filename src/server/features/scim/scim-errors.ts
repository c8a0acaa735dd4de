/** Errors in SCIM's format: RFC 7644, section 3.12. */
import { databaseError } from '~/server/db/database-unavailable';
import { AppError, errorTable, somethingWentWrong } from '~/server/lib/errors';

export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

export class ScimError extends Error {
  override readonly name = 'ScimError';
  constructor(
    readonly status: number,
    detail: string,
    readonly scimType?: ScimType,
  ) {
    super(detail);
  }
}

export const notFound = (kind: 'User' | 'Group', id: string) => new ScimError(404, `${kind} ${id} not found`);
export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue');
export const invalidSyntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax');
export const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter');
export const notUnique = (detail: string) => new ScimError(409, detail, 'uniqueness');
export const emailTaken = () => notUnique('A user with this userName already exists');

export const scimErrorBody = ({ status, message, scimType }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});

/** Maps errors of the server. Null for unexpected errors, which are logged. */
export function toScimError(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  const known = error instanceof AppError ? error : databaseError(error);
  if (known) return new ScimError(errorTable[known.code].status, known.message);
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 413) return new ScimError(413, 'The request is too large.');
  if (typeof status === 'number' && status >= 400 && status < 500) return invalidSyntax('The body is not valid JSON.');
  return null;
}

export const internalError = () => new ScimError(500, somethingWentWrong);
