/**
 * The installation's models for clients of OpenAI's protocol: GET /v1/models and POST /v1/chat/completions, with an API
 * token and its owner's rights, rate limits and budgets. Plain HTTP, because the protocol is given.
 */
import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { readOnlyToken } from '~/server/auth/auth-errors';
import { databaseError } from '~/server/db/database-unavailable';
import type { Deps } from '~/server/deps';
import { modelNotFound } from '~/server/features/models/models.errors';
import { recordUsage, releaseBudget, reserveBudget } from '~/server/features/usage/usage.service';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { AppError, shuttingDown, somethingWentWrong } from '~/server/lib/errors';
import { checkShape, checkUnparsed } from '~/server/lib/request-shape';
import { createKeyedSemaphore } from '~/server/lib/semaphore';
import { ModelError } from '~/server/providers/llm/types';
import { type Context, createHttpContext } from '~/server/trpc/context';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { checkFields, restrictedFields } from './accepted-fields';
import { answerCompletion } from './answer-completion.http';
import { modelField, ReportedError, sendAppError, sendModelError, sendUnknownUrl } from './completion-errors.http';
import { completionSize, estimateCompletion } from './completion-usage';
import { keepAlive } from './event-response.http';
import { withoutHostedSearch } from './hosted-search';
import { checkMedia } from './media-urls';
import { ownField } from './prepare-completion';
import { openCompletion, type Sent, sendCompletion } from './relay-completion.http';
import { untilGone } from './until-gone.http';

/** Large enough for images, which are part of the body. */
const bodyBytes = 20 * 1024 * 1024;
/**
 * Per user and process. A body stays in memory until its end, and answers may cost more than was reserved for them. One
 * user must not occupy a whole model endpoint either.
 */
const perUser = {
  slots: 20,
  queueLength: 0,
  message: 'Too many completions in progress. Try again in a moment.',
};

const completion = z.looseObject({
  model: z.string('model must be a string').max(300).optional(),
  messages: z.array(z.looseObject({}), 'messages must be an array').min(1, 'messages must not be empty'),
  stream: z.boolean('stream must be true or false').nullish(),
  qinsight: ownField.nullish(),
  ...restrictedFields,
});

export function completionRoutes(deps: Deps): Router {
  const router = Router();
  const semaphore = createKeyedSemaphore(perUser);
  router.get('/models', async (request, response) => {
    const { user } = await ownerOf(deps, request, response);
    response.json({ object: 'list', data: (await connectedModels(deps, user)).map(toModel) });
  });
  // Ids may contain slashes, which not every client encodes.
  router.get('/models/*id', async (request, response) => {
    const { user } = await ownerOf(deps, request, response);
    const modelId = request.params.id.join('/');
    const found = (await connectedModels(deps, user)).find(({ id }) => id === modelId);
    if (!found) throw ofModel(modelNotFound());
    response.json(toModel(found));
  });
  router.post('/chat/completions', async (request, response) => {
    const owner = await ownerOf(deps, request, response, { toWrite: true });
    const release = await semaphore.acquire(owner.user.id);
    try {
      await deps.rateLimiter.consume('questionsByAccount', owner.user.id);
      await new Promise<void>((resolve, reject) => {
        readBody(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
      });
      await complete(deps, owner, request, response);
    } finally {
      release();
    }
  });
  router.use((_request, response) => sendUnknownUrl(response));
  router.use(writeErrors(deps));
  return router;
}

const readBody = express.json({
  limit: bodyBytes,
  type: () => true,
  // A few compressed bytes would become megabytes of JSON.
  inflate: false,
  verify: (_request, _response, bytes, encoding) => {
    if (encoding !== 'utf-8') throw wrongEncoding();
    checkUnparsed(bytes);
  },
});
const wrongEncoding = () => new AppError('unsupported_type', 'The body must be uncompressed JSON in UTF-8.');

interface Owner {
  user: CurrentUser;
  /** Checks the API token again each time. */
  context: Context;
}

/** Only API tokens are accepted, because pages of other sites can't send one. */
async function ownerOf(deps: Deps, request: Request, response: Response, { toWrite = false } = {}): Promise<Owner> {
  const context = createHttpContext(deps, request, response, { recheck: true });
  const owner = context.hasToken ? await context.authenticate() : null;
  if (!owner) throw new AppError('signed_out', 'Send a valid API token as Authorization: Bearer qi_...');
  if (toWrite && !owner.mayWrite) throw readOnlyToken();
  return { user: owner.user, context };
}

const connectedModels = async (deps: Deps, user: CurrentUser) =>
  (await deps.models.list(user)).filter((model) => model.connection() !== null);

const toModel = ({ id, displayName, limits }: ChosenModel) => ({
  id,
  object: 'model',
  created: 0,
  owned_by: 'qinsight',
  name: displayName,
  context_length: limits.contextTokens,
});

/** Adds the name of the request's field to an error about a missing model. */
const ofModel = (error: unknown) =>
  error instanceof AppError && error.code === 'not_found'
    ? new AppError(error.code, error.message, { field: modelField, cause: error })
    : error;

async function complete(deps: Deps, { user, context }: Owner, request: Request, response: Response): Promise<void> {
  if (deps.generation.isDraining) throw shuttingDown();
  const { qinsight, ...body } = parse(request.body);
  const chosen = await deps.models.choose(user, body.model).catch((error) => {
    throw ofModel(error);
  });
  const connection = chosen.connection();
  if (!connection) throw ofModel(modelNotFound());
  const gone = untilGone(context, user.id, response);
  if (qinsight) return answerCompletion(deps, { user, gone }, chosen, { ...body, qinsight }, response);
  await checkMedia(connection.baseUrl, body.messages, gone);
  const passedOn = withoutHostedSearch(connection, body);
  const use = { key: `completion:${randomUUID()}`, userId: user.id, purpose: 'completion', chosen } as const;
  await reserveBudget(deps, use, completionSize(body));
  // Tokens are only estimated if they cost money.
  const record = async (usage: AnswerUsage | undefined, written = '') => {
    const isEstimated = !usage && chosen.prices !== undefined;
    const options = { logger: deps.logger, contextTokens: chosen.limits.contextTokens };
    await recordUsage(deps, use, isEstimated ? await estimateCompletion(body, written, options) : usage);
  };
  const fail = (error: unknown) => {
    deps.logger.warn({ err: error, ...reasonOf(error), requestId: response.locals.requestId }, 'the model failed');
    sendModelError(response, error);
  };
  if (body.stream) keepAlive(response);
  const message = await openCompletion(connection, passedOn, gone).catch(async (error) => {
    // The endpoint has read the request and may have written a complete answer, so its usage counts.
    if (gone.aborted) return record(undefined).then(() => null);
    await releaseBudget(deps, use);
    fail(error);
    return null;
  });
  if (!message) return;
  const sent = await sendCompletion(message, body, response, chosen.prices !== undefined).catch(
    (failure: unknown): Sent => ({ usage: undefined, written: '', failure }),
  );
  // A connection that breaks may have carried a complete answer, but a reported error costs nothing.
  if (isNotAnAnswer(sent.failure) && !sent.usage) await releaseBudget(deps, use);
  else await record(sent.usage, sent.written);
  if (sent.failure && !gone.aborted) fail(sent.failure);
}

const isNotAnAnswer = (failure: unknown) => failure instanceof ReportedError || failure instanceof ModelError;

/** The endpoint's own message, for the operator. */
function reasonOf(error: unknown) {
  if (!(error instanceof ReportedError)) return {};
  const { reason, hint } = error.failure;
  return { reason, hint };
}

function parse(body: unknown) {
  checkShape(body);
  const result = completion.safeParse(body);
  if (result.success) {
    checkFields(result.data);
    return result.data;
  }
  throw new AppError('validation', result.error.issues[0]?.message ?? 'Invalid request.');
}

function writeErrors({ logger }: Deps): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    if (response.headersSent) return void response.destroy();
    const known = error instanceof AppError ? error : databaseError(error);
    if (known) return sendAppError(response, known);
    const { status } = error as { status?: unknown };
    if (status === 413) return sendAppError(response, new AppError('too_large', 'The request is too large.'));
    if (status === 415) return sendAppError(response, wrongEncoding());
    if (status === 400) return sendAppError(response, new AppError('validation', 'The body must be JSON.'));
    logger.error({ err: error, requestId: response.locals.requestId }, 'a request failed');
    sendAppError(response, new AppError('internal', somethingWentWrong));
  };
}
