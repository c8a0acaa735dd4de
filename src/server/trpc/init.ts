/**
 * The only initTRPC: transformer, error format, and the kinds of procedures (public, member, admin) that restrict who
 * may call a router. Access to individual objects is decided in the services.
 */
import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { readOnlyToken, setUpSecondFactorFirst } from '~/server/auth/auth-errors';
import { databaseError } from '~/server/db/database-unavailable';
import { AppError, errorTable, forbidden, signedOut, somethingWentWrong } from '~/server/lib/errors';
import type { LimitedByAccount } from '~/server/lib/rate-limit';
import { inSpan, markFailed } from '~/server/lib/tracing/spans';
import { type CurrentUser, newPasswordMissing, newPasswordTooShort } from '~/shared/schemas/auth';
import type { Context } from './context';
import { OutputMismatch } from './output';
import { transformer } from './transformer';

/** Messages for a missing field or one of the wrong type, for schemas without their own. */
z.config({
  customError(issue) {
    const field = issue.path?.at(-1);
    if (issue.code !== 'invalid_type' || field === undefined) return undefined;
    // "Name is required" as in the forms; other names stay as they are, so that programs can recognize them.
    const name = String(field).replace(/^[a-z]+$/, (word) => word[0]?.toUpperCase() + word.slice(1));
    return issue.input === undefined ? `${name} is required` : `${name} must be of type ${issue.expected}`;
  },
});

/** Who may call a procedure. `session`: members, but not by API token. */
export type Access = 'everybody' | 'member' | 'session' | 'admin';

/** HTTP statuses of errors. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 502 | 503 | 507;

export interface Meta {
  /** Set by the base procedure. */
  access?: Access;
  /** For readers of the code and the OpenAPI document. */
  summary?: string;
  description?: string;
  /** Errors beyond those that follow from access and input: status → reason. */
  errors?: Partial<Record<ErrorStatus, string>>;
  /** A mutation only because it writes to the audit log; read-only API tokens may call it. */
  isExport?: true;
  /** The body contains a text of up to 600,000 characters, so it may be larger than other bodies. */
  takesText?: true;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer,
    errorFormatter({ shape, error, ctx }) {
      const { appError, fieldErrors } = toAppError(error);
      return {
        ...shape,
        message: appError.message,
        data: {
          code: shape.data.code,
          path: shape.data.path,
          httpStatus: errorTable[appError.code].status,
          appCode: appError.code,
          requestId: ctx?.requestId,
          ...(appError.retryAfterSeconds && { retryAfterSeconds: appError.retryAfterSeconds }),
          ...(fieldErrors && { fieldErrors }),
        },
      };
    },
  });

/** More than any form has fields. A list of arbitrary length from a caller could have an issue for each item. */
const maxFieldErrors = 100;

/** Converts any error to an AppError with a message for the user. Unexpected errors become "something went wrong". */
export function toAppError(error: TRPCError): { appError: AppError; fieldErrors?: Record<string, string> } {
  const appError = appErrorOf(error.cause);
  if (appError) {
    const { field, message } = appError;
    return { appError, ...(field && { fieldErrors: { [field]: message } }) };
  }
  if (error.cause instanceof z.ZodError) {
    const fieldErrors: Record<string, string> = {};
    for (const issue of error.cause.issues.slice(0, maxFieldErrors))
      fieldErrors[issue.path.join('.')] ??= issue.message;
    return { appError: new AppError('validation', error.cause.issues[0]?.message ?? 'Invalid input'), fieldErrors };
  }
  const [code, message] = ownErrors[error.code] ?? ['internal', somethingWentWrong];
  return { appError: new AppError(code, message) };
}

/** An AppError, or that of a database error. Null for all other errors. */
const appErrorOf = (cause: unknown): AppError | null => (cause instanceof AppError ? cause : databaseError(cause));

/** Errors that tRPC raises before any of our code runs. */
const ownErrors: Partial<Record<TRPCError['code'], [AppError['code'], string]>> = {
  BAD_REQUEST: ['validation', 'Invalid request.'],
  PARSE_ERROR: ['validation', 'Invalid request.'],
  UNPROCESSABLE_CONTENT: ['validation', 'Invalid request.'],
  NOT_FOUND: ['not_found', 'Not found.'],
  METHOD_NOT_SUPPORTED: ['wrong_method', 'Method not allowed.'],
  PAYLOAD_TOO_LARGE: ['too_large', 'The request is too large.'],
  UNSUPPORTED_MEDIA_TYPE: ['unsupported_type', 'Requests must be JSON.'],
};

/** Schemas don't know settings, so the words for a missing new password get the configured minimum here. */
function nameMinimumLength({ issues }: z.ZodError, { PASSWORD_MIN_LENGTH: minimum }: { PASSWORD_MIN_LENGTH: number }) {
  for (const issue of issues) {
    if (issue.message === newPasswordMissing) Object.assign(issue, { message: newPasswordTooShort(minimum) });
  }
}

/** Sends AppErrors over tRPC with their own codes, and hides the details of all other errors. */
const attachAppErrors = t.middleware(async ({ next, ctx, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof z.ZodError) nameMinimumLength(cause, ctx.deps.env);
  if (cause instanceof OutputMismatch) {
    ctx.deps.logger.error({ err: cause, path, requestId: ctx.requestId }, 'response does not match its output schema');
    return { ok: true, data: cause.withoutUnknownFields(), marker: result.marker, ctx };
  }
  const appError = appErrorOf(cause);
  if (!appError) return result;
  throw new TRPCError({ code: errorTable[appError.code].trpc, message: appError.message, cause: appError });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** A read-only API token cannot change anything, not even what is open to everyone. */
const rejectReadTokens = t.middleware(async ({ ctx, next, type, meta }) => {
  const isWrite = type === 'mutation' && !meta?.isExport;
  if (isWrite && ctx.hasToken && (await ctx.authenticate())?.mayWrite === false) throw readOnlyToken();
  return next();
});

/** On a socket and in a batch, this is the only span with the procedure's name. */
const traceProcedures = t.middleware(({ next, path, type }) =>
  inSpan(path, { attributes: { 'rpc.system.name': 'trpc', 'rpc.method': path, 'trpc.type': type } }, async (span) => {
    const result = await next();
    if (!result.ok) markFailed(span, result.error);
    return result;
  }),
);

export const publicProcedure = t.procedure
  .meta({ access: 'everybody' })
  .use(traceProcedures)
  .use(attachAppErrors)
  .use(rejectReadTokens);

/**
 * Checks the session on every call, also on a socket, so that a locked or signed-out user is rejected at the next call.
 * `acting` is what the audit log records about the caller.
 */
export const memberProcedure = publicProcedure.meta({ access: 'member' }).use(async ({ ctx, next, type }) => {
  const signedIn = await ctx.authenticate();
  if (!signedIn) throw (await ctx.identify()) ? setUpSecondFactorFirst() : signedOut();
  // Every mutation is counted, including future ones; expensive ones have limits of their own.
  if (type === 'mutation') await ctx.deps.rateLimiter.consume('writesByAccount', signedIn.user.id);
  const { user, sessionToken } = signedIn;
  return next({ ctx: { ...ctx, user, sessionToken, acting: { by: user, caller: ctx.caller } } });
});

/** For members, with one of the rate limits per account. */
export const limitedProcedure = (action: LimitedByAccount) =>
  memberProcedure.use(async ({ ctx, next }) => {
    await ctx.deps.rateLimiter.consume(action, ctx.user.id);
    return next({ ctx });
  });

/** Counts a list request only if it searches, because searching is expensive. */
export const countSearch = async (
  { deps, user }: { deps: Context['deps']; user: CurrentUser },
  search: string | undefined,
): Promise<void> => {
  if (search) await deps.rateLimiter.consume('searchesByAccount', user.id);
};

const notByToken = () => new AppError('forbidden', 'API tokens cannot do this. Please sign in on the website.');

/**
 * For actions that users take only in a browser: a token must not be able to create tokens or to lock its owner out.
 */
export const sessionProcedure = memberProcedure.meta({ access: 'session' }).use(async ({ ctx, next }) => {
  const { sessionToken } = ctx;
  if (!sessionToken) throw notByToken();
  return next({ ctx: { ...ctx, sessionToken } });
});

/** Like sessionProcedure, but also works while a required second factor is missing. Only for setting it up. */
export const setupProcedure = publicProcedure.meta({ access: 'session' }).use(async ({ ctx, next, type }) => {
  const signedIn = await ctx.identify();
  if (!signedIn) throw signedOut();
  const { user, sessionToken } = signedIn;
  if (type === 'mutation') await ctx.deps.rateLimiter.consume('writesByAccount', user.id);
  if (!sessionToken) throw notByToken();
  return next({ ctx: { ...ctx, user, sessionToken } });
});

export const adminProcedure = memberProcedure.meta({ access: 'admin' }).use(async ({ ctx, next }) => {
  if (!ctx.user.isAdmin) throw forbidden();
  return next({ ctx });
});
