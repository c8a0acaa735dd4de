/** Answers a completion with the installation's own tools, in the same way as a message in a conversation. */
import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Deps } from '~/server/deps';
import { checkAnswer } from '~/server/features/citations/check-answer';
import { sumOfUsage } from '~/server/features/usage/cost';
import { recordUsage, releaseBudget, reserveBudget } from '~/server/features/usage/usage.service';
import { estimateUsage } from '~/server/generation/estimate-usage';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { ModelOutput } from '~/server/generation/model-output';
import { requestSize } from '~/server/generation/request-size';
import { answerTooLong, contentFiltered, toModelError } from '~/server/providers/llm/openai-errors';
import type { ModelEvent } from '~/server/providers/llm/types';
import type { CurrentUser } from '~/shared/schemas/auth';
import { sendModelError } from './completion-errors.http';
import { CompletionWriter, type FinishReason } from './completion-writer.http';
import { type OwnField, type PreparedCompletion, prepareCompletion } from './prepare-completion';
import type { Completion } from './relay-completion.http';

export async function answerCompletion(
  deps: Deps,
  { user, gone }: { user: CurrentUser; gone: AbortSignal },
  chosen: ChosenModel,
  { qinsight, ...body }: Completion & { qinsight: OwnField },
  response: Response,
): Promise<void> {
  const prepared = await prepareCompletion(deps, user, chosen, body, qinsight);
  const { request } = prepared;
  const use = { key: `completion:${randomUUID()}`, userId: user.id, purpose: 'completion', chosen } as const;
  await reserveBudget(deps, use, requestSize(request));
  const isStream = body.stream === true;
  const wantsUsage = body.stream_options?.include_usage === true;
  const writer = new CompletionWriter(response, { model: chosen.id, isStream, wantsUsage });
  const written = new ModelOutput();
  let failure: unknown;
  try {
    for await (const event of chosen.model.stream(request, gone)) take(event, written, writer);
  } catch (error) {
    failure = error;
  }
  if (failure !== undefined && !gone.aborted && written.isEmpty && !written.usage) await releaseBudget(deps, use);
  else {
    // No endpoint reports the tokens of a round that is cut off, and all of them charge for it. Tokens are only
    // estimated if they cost money.
    const isCutOff = gone.aborted && !written.isWhole;
    if (chosen.prices && (isCutOff || !written.usage))
      written.usage = sumOfUsage(written.usage, await estimateUsage(request, written.unreported, deps.logger));
    await recordUsage(deps, use, written.usage);
  }
  if (!gone.aborted) await end(deps, { prepared, written, writer, failure }, response);
}

function take(event: ModelEvent, written: ModelOutput, writer: CompletionWriter): void {
  const { length } = written.text;
  written.take(event);
  if (event.type === 'text') writer.text(event.text);
  if (event.type === 'reasoning') writer.reasoning(event.text);
  if (event.type === 'recall') writer.recall(written.text.length, length - written.text.length);
}

interface Ended {
  prepared: PreparedCompletion;
  written: ModelOutput;
  writer: CompletionWriter;
  failure: unknown;
}

async function end(deps: Deps, { prepared, written, writer, failure }: Ended, response: Response): Promise<void> {
  const finish = finishOf(failure);
  if (finish === undefined) {
    deps.logger.warn({ err: failure, requestId: response.locals.requestId }, 'the model failed');
    const { message, code } = errorOf(failure);
    if (writer.hasBegun) return writer.fail(message, code);
    if (written.text.trim() === '') return sendModelError(response, failure);
  }
  const citations = await citationsOf(deps, prepared, written);
  // Text that was written before a failure is paid for, and repeating the request would cost it again.
  const ended = finish ? { finish } : { finish: 'error' as const, error: errorOf(failure) };
  const { text, reasoning, usage } = written;
  writer.end({ text, reasoning, usage, citations, ...ended });
}

function errorOf(failure: unknown) {
  const { message, code } = toModelError(failure);
  return { message, code };
}

/** Undefined for a failure that is not the end of an answer. */
function finishOf(failure: unknown): FinishReason | undefined {
  if (failure === undefined) return 'stop';
  const { message } = toModelError(failure);
  if (message === answerTooLong().message) return 'length';
  return message === contentFiltered().message ? 'content_filter' : undefined;
}

/** Includes documents that the text quotes. A failed check must not fail the answer. */
async function citationsOf(deps: Deps, { collections }: PreparedCompletion, { text, citations }: ModelOutput) {
  // There is no conversation, so no earlier answers are read.
  const questionId = randomUUID();
  const found = await collections?.texts({ questionId, text });
  if (!found || found.files.length === 0) return citations;
  const finished = { questionId, text, citations, found, isByModel: true };
  return checkAnswer(deps, finished).catch((error) => {
    deps.logger.warn({ err: error }, 'citations could not be checked');
    return citations;
  });
}
