/** Answers a completion with the installation's own tools, in the same way as a message in a conversation. */
import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Deps } from '~/server/deps';
import { checkAnswer } from '~/server/features/citations/check-answer';
import { sumOfUsage } from '~/server/features/usage/cost';
import { recordUsage, releaseBudget, reserveBudget } from '~/server/features/usage/usage.service';
import { estimateUsage } from '~/server/generation/estimate-usage';
import type { ChosenModel } from '~/server/generation/model-catalog';
import { requestSize } from '~/server/generation/request-size';
import { answerTooLong, contentFiltered, toModelError } from '~/server/providers/llm/openai-errors';
import type { ModelEvent } from '~/server/providers/llm/types';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { sendModelError } from './completion-errors.http';
import { CompletionWriter, type FinishReason } from './completion-writer.http';
import { type OwnField, type PreparedCompletion, prepareCompletion } from './prepare-completion';
import type { Completion } from './relay-completion.http';

interface Written {
  text: string;
  reasoning: string;
  citations: Citation[];
  /** The total of the rounds that ended. */
  usage: AnswerUsage | undefined;
  isWhole: boolean;
}

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
  const written: Written = { text: '', reasoning: '', citations: [], usage: undefined, isWhole: false };
  let failure: unknown;
  try {
    for await (const event of chosen.model.stream(request, gone)) take(event, written, writer);
  } catch (error) {
    failure = error;
  }
  const isEmpty = written.text + written.reasoning === '';
  if (failure !== undefined && !gone.aborted && isEmpty && !written.usage) await releaseBudget(deps, use);
  else {
    // No endpoint reports the tokens of a round that is cut off, and all of them charge for it. Tokens are only
    // estimated if they cost money.
    const isCutOff = gone.aborted && !written.isWhole;
    if (chosen.prices && (isCutOff || !written.usage))
      written.usage = sumOfUsage(written.usage, await estimateUsage(request, written, deps.logger));
    await recordUsage(deps, use, written.usage);
  }
  if (!gone.aborted) await end(deps, { prepared, written, writer, failure }, response);
}

function take(event: ModelEvent, written: Written, writer: CompletionWriter): void {
  switch (event.type) {
    case 'text':
      written.text += event.text;
      writer.text(event.text);
      break;
    case 'reasoning':
      written.reasoning += event.text;
      writer.reasoning(event.text);
      break;
    case 'not_reasoning':
      written.reasoning = written.reasoning.slice(0, -event.characters);
      break;
    case 'recall':
      writer.recall(event.from, written.text.length - event.from);
      written.reasoning += written.text.slice(event.from);
      written.text = written.text.slice(0, event.from);
      break;
    case 'citation':
      written.citations.push(event.citation);
      break;
    case 'usage':
      written.usage = event.usage;
      break;
    case 'done':
      written.isWhole = true;
      break;
    default:
  }
}

interface Ended {
  prepared: PreparedCompletion;
  written: Written;
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
  writer.end({ ...written, citations, ...ended });
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
async function citationsOf(deps: Deps, { collections }: PreparedCompletion, { text, citations }: Written) {
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
