import { codeOf } from '~/server/lib/caught';
import { type AppError, databaseFull, databaseUnavailable, deletedMeanwhile } from '~/server/lib/errors';

/** Codes of Prisma, the driver and the system for a database that is unreachable or does not respond. */
const unavailableCodes = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  // A statement, a lock or a transaction took longer than the server allows.
  '57014',
  '55P03',
  '25P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
]);
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|statement timeout|lock timeout|idle-in-transaction timeout/i;

/** 25006: with a full disk, our embedded database and those of several hosts become read-only. */
const fullCodes = new Set(['53100', '25006', 'ENOSPC', 'EDQUOT']);
const fullWords = /No space left on device|could not extend file|ENOSPC/i;

/** SQLSTATE classes of values that will never be stored: invalid data and exceeded limits of the database. */
const rejectedCode = /^(?:22|54)[\dA-Z]{3}$/;

/** A row refers to one that does not exist. Services check that first, so it was deleted in the meantime. */
const missingCodes = new Set(['P2003', '23503']);

/** Whether an error means "try again in a moment" rather than a bug. Checks its causes, too. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCause(error, (code) => unavailableCodes.has(code), unavailableMessages);

/** Whether the database's disk is full. */
export const isDatabaseFull = (error: unknown): boolean => hasCause(error, (code) => fullCodes.has(code), fullWords);

/** Whether the database rejects a value, however often it is sent. */
export const isDatabaseRejection = (error: unknown): boolean => hasCause(error, (code) => rejectedCode.test(code));

/** The database's code for a failed raw statement. Prisma has one code of its own for all of them. */
const sqlStateOf = (error: Error): string | undefined =>
  codeOf(error) === 'P2010' ? /^Raw query failed\. Code: `(\w{5})`/m.exec(error.message)?.[1] : undefined;

function hasCause(error: unknown, isCode: (code: string) => boolean, words?: RegExp): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const codes = [codeOf(cause), sqlStateOf(cause)];
    if (codes.some((code) => code !== undefined && isCode(code))) return true;
    if (words?.test(cause.message)) return true;
  }
  return false;
}

/** The user's message for a database error; null if it is not one. */
export function databaseError(error: unknown): AppError | null {
  if (isDatabaseFull(error)) return databaseFull(error);
  if (hasCause(error, (code) => missingCodes.has(code))) return deletedMeanwhile(error);
  return isDatabaseUnavailable(error) ? databaseUnavailable(error) : null;
}
