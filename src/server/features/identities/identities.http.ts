/** The redirects to and from an OpenID Connect provider, and the provider's requests to end sessions. */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { AppError } from '~/server/lib/errors';
import { OidcError, type OidcProvider } from '~/server/providers/oidc/types';
import { type Context, createHttpContext } from '~/server/trpc/context';
import { safeRedirect } from '~/shared/safe-redirect';
import type { SignInProblem } from '~/shared/sign-in-problems';
import { attemptCookie, clearedAttemptCookie, readAttempt } from './attempt-cookie';
import { completeAttempt } from './complete-attempt';
import { providerNotFound, SignInRejected } from './identities.errors';
import { endSessionsOf } from './identity-sessions';

const logoutTokenBytes = 16_384;

export function identityRoutes(deps: Deps): Router {
  const router = Router();
  router.use('/auth/oidc', (_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    next();
  });
  router.get('/auth/oidc/:provider/start', start(deps));
  router.get('/auth/oidc/:provider/callback', finish(deps));
  const form = express.urlencoded({ extended: false, limit: logoutTokenBytes, parameterLimit: 10 });
  router.post('/auth/oidc/:provider/backchannel-logout', form, endSessions(deps));
  return router;
}

const providerOf = (deps: Deps, request: Request): OidcProvider => {
  const provider = deps.oidc.find(({ settings }) => settings.id === request.params.provider);
  if (!provider) throw providerNotFound();
  return provider;
};

/** `?confirm=1`: the signed-in user confirms their identity again. */
function start(deps: Deps): RequestHandler {
  return async (request, response) => {
    const provider = providerOf(deps, request);
    const context = createHttpContext(deps, request, response);
    const redirect = safeRedirect(request.query.redirect) ?? '/qchat';
    await redirectWithError(deps, { provider, context, response, redirect }, async () => {
      await deps.rateLimiter.consume('providerSignInByAddress', context.caller.ip);
      const signedIn = request.query.confirm === '1' ? await context.identify() : null;
      const { url, secrets } = await provider.begin({ isFresh: signedIn !== null });
      const attempt = {
        ...secrets,
        providerId: provider.settings.id,
        purpose: signedIn ? ('confirm' as const) : ('sign-in' as const),
        userId: signedIn?.user.id ?? null,
        startedAt: Date.now(),
        redirect,
      };
      response.append('Set-Cookie', attemptCookie(attempt, deps.env));
      return url.href;
    });
  };
}

function finish(deps: Deps): RequestHandler {
  return async (request, response) => {
    const provider = providerOf(deps, request);
    const context = createHttpContext(deps, request, response);
    const attempt = readAttempt(request, deps.env);
    // The attempt ends whatever its result, so a repeated callback finds none.
    response.append('Set-Cookie', clearedAttemptCookie(deps.env));
    const redirect = attempt?.redirect ?? '/qchat';
    await redirectWithError(deps, { provider, context, response, redirect }, async () => {
      await deps.rateLimiter.consume('providerSignInByAddress', context.caller.ip);
      const query = new URL(request.originalUrl, deps.env.publicUrl).search;
      const { isComplete } = await completeAttempt(context, provider, attempt, query);
      const page = isComplete ? redirect : `/auth?${new URLSearchParams({ step: 'code', redirect })}`;
      return deps.env.basePath + page;
    });
  };
}

interface RoundTrip {
  provider: OidcProvider;
  context: Context;
  response: Response;
  redirect: string;
}

/**
 * Redirects to the URL that `work` returns. Errors are shown on the sign-in page by code, without any text from the
 * request.
 */
async function redirectWithError(deps: Deps, trip: RoundTrip, work: () => Promise<string>): Promise<void> {
  const { provider, context, response, redirect } = trip;
  try {
    response.redirect(303, await work());
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    const details = { provider: provider.settings.name, problem };
    deps.logger.warn({ err: error, requestId: context.requestId, ...details }, 'sign-in at a provider failed');
    if (problem !== 'too-many' && problem !== 'unavailable')
      await recordAudit(deps, { kind: 'provider-sign-in-refused', actor: null, details, caller: context.caller });
    const isSignedIn = (await context.identify()) !== null;
    // Signed-in users see the error in Settings, because the sign-in page would redirect them.
    const page = isSignedIn
      ? `/settings?${new URLSearchParams({ tab: 'password', problem })}`
      : `/auth?${new URLSearchParams({ problem, redirect })}`;
    response.redirect(303, deps.env.basePath + page);
  }
}

function problemOf(error: unknown): SignInProblem | null {
  if (error instanceof SignInRejected) return error.problem;
  if (error instanceof OidcError) return error.reason;
  return error instanceof AppError && error.code === 'too_many' ? 'too-many' : null;
}

/** The provider only reads the status: 200 if the sessions have ended, 400 for an invalid token. */
function endSessions(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { settings, verifyLogout } = providerOf(deps, request);
    await deps.rateLimiter.consume('providerLogoutByAddress', request.ip ?? '');
    const token: unknown = (request.body as Record<string, unknown> | undefined)?.logout_token;
    if (typeof token !== 'string') throw new AppError('validation', 'The logout token is missing.');
    const ended = await verifyLogout(token).catch((error: unknown) => {
      const isUnavailable = error instanceof OidcError && error.reason === 'unavailable';
      if (isUnavailable) throw new AppError('unavailable', 'The provider cannot be reached.', { cause: error });
      throw new AppError('validation', 'The logout token is not valid.', { cause: error });
    });
    await endSessionsOf(deps, ended, settings.name);
    response.status(200).end();
  };
}
