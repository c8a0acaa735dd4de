/**
 * Prepares the model request of a completion that uses the installation's web search and collections, with the user's
 * rights.
 */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { assertReadable } from '~/server/features/collections/collection-access';
import { type CollectionPassages, collectionPassages } from '~/server/features/collections/collection-passages';
import { bytesPerToken } from '~/server/features/context/background';
import { frameFiles } from '~/server/features/context/file-frame';
import { fitPassages } from '~/server/features/context/passage-context';
import { offerFileTools } from '~/server/features/messages/file-tools';
import { ToolFiles } from '~/server/features/messages/tool-files';
import { webOf } from '~/server/features/web/web.service';
import { WebSession } from '~/server/features/web/web-session';
import { webTools } from '~/server/features/web/web-tools';
import { type AnswerRequest, noLibrary } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { AppError } from '~/server/lib/errors';
import { joinTools } from '~/server/providers/llm/join-tools';
import type { ModelParameters, ModelTools, ModelTurn } from '~/server/providers/llm/types';
import { searchQuery } from '~/server/retrieval/search-query';
import { recordOf } from '~/shared/is-record';
import type { CurrentUser } from '~/shared/schemas/auth';

/** Our extension of the request body; all other fields are OpenAI's. */
export const ownField = z.strictObject({
  search: z.boolean().optional(),
  /** True: the enabled collections. */
  collections: z
    .union(
      [z.boolean(), z.array(z.uuid()).max(20)],
      'qinsight.collections must be true, false or up to 20 ids of collections',
    )
    .optional(),
});
export type OwnField = z.infer<typeof ownField>;

const wrongMessages =
  'With qinsight, messages must be of system, developer, user or assistant, with text, or images as data URLs.';
const part = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) }),
]);
const messages = z.array(
  z.looseObject({
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: z.union([z.string(), z.array(part)]).nullish(),
  }),
);
type Message = z.infer<typeof messages>[number];

const parameters = z.looseObject({
  temperature: z.number('temperature must be a number').min(0).max(2).nullish(),
  max_tokens: z.int('max_tokens must be a whole number').positive().nullish(),
  max_completion_tokens: z.int('max_completion_tokens must be a whole number').positive().nullish(),
  reasoning_effort: z
    .enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'], 'Use none, minimal, low, medium, high or xhigh')
    .nullish(),
});
/** Maps efforts that few models accept to the nearest common one. */
const nearest = { none: 'minimal', xhigh: 'high' } as const;
/** Fields that can't be combined with our tools. */
const incompatibleFields = ['tools', 'functions', 'response_format', 'audio', 'logprobs', 'stop', 'n'];

const maxBytes = 1_000_000;
/** Only the beginning of a longer text is searched for in collections. */
const queryCharacters = 20_000;
const maxPassages = 12;
/** Share of the context window for passages. */
const passagesPart = 1 / 8;

export interface PreparedCompletion {
  request: AnswerRequest;
  collections: CollectionPassages | null;
}

/** Throws AppError if the user lacks access, or for fields that can't be combined. */
export async function prepareCompletion(
  deps: Deps,
  user: CurrentUser,
  chosen: ChosenModel,
  body: Record<string, unknown>,
  { search = false, collections: ownCollections = false }: OwnField,
): Promise<PreparedCompletion> {
  const both = incompatibleFields.find((field) => isAsked(body[field]));
  if (both) throw new AppError('validation', `Use qinsight or ${both}, not both.`);
  const parsed = parse(messages, body.messages, wrongMessages);
  const turns = parsed.flatMap((message) => (isSystem(message) ? [] : [toTurn(message)]));
  const system = parsed.filter(isSystem).map((message) => toTurn(message).content);
  assertFits(chosen, [...system, ...turns.map(({ content }) => content)]);
  const question = turns.at(-1);
  if (question?.role !== 'user') throw new AppError('validation', 'The last message must be of the user.');
  const collections = await readable(deps, user, ownCollections);
  const files = collections ? await passagesFor(chosen, collections, queryOf(turns, question)) : [];
  const web = search ? await webOf(deps, chosen) : 'none';
  if (search && web === 'none') throw new AppError('validation', "This AI model can't search the web here.");
  const excerpts = files.length > 0 ? [frameFiles(files)] : [];
  return {
    collections,
    request: {
      systemPrompt: [
        ...(system.length > 0 ? system : ['Answer the question of the user.']),
        `Today is ${new Date().toISOString().slice(0, 10)} (UTC).`,
        ...excerpts,
      ].join('\n\n'),
      turns,
      ...(await toolsFor(deps, chosen, { collections, turns, system, excerpts, hasWebSearch: web === 'own' })),
      parameters: parametersOf(body),
      isWebOff: !search,
      library: noLibrary,
    },
  };
}

/** Call this before the texts are searched for URLs and words, which takes time and memory. */
function assertFits({ limits }: ChosenModel, texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > Math.min(limits.contextTokens * bytesPerToken, maxBytes))
    throw new AppError('validation', 'The messages are too long for this AI model.');
}

/** Some clients send every field with its default value. */
const isAsked = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== 1 &&
  recordOf(value).type !== 'text' &&
  !(Array.isArray(value) && value.length === 0);

function parse<T>(schema: z.ZodType<T>, value: unknown, words?: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('validation', words ?? result.error.issues[0]?.message ?? 'Invalid request.');
}

const isSystem = ({ role }: Message) => role === 'system' || role === 'developer';

function toTurn({ role, content }: Message): ModelTurn {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
  const images = parts.flatMap((one) => (one.type === 'image_url' ? [toImage(one.image_url.url)] : []));
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    content: parts.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n'),
    ...(images.length > 0 && { images }),
  };
}

function toImage(url: string) {
  const [, type, base64] = /^data:(image\/(?:png|jpeg|webp|gif));base64,([\w+/=]+)$/.exec(url) ?? [];
  if (!type || !base64) throw new AppError('validation', wrongMessages);
  return { type, base64 };
}

function parametersOf(body: Record<string, unknown>): ModelParameters {
  const parsed = parse(parameters, body);
  const limit = parsed.max_completion_tokens ?? parsed.max_tokens;
  const effort = parsed.reasoning_effort;
  return {
    ...(typeof parsed.temperature === 'number' && { temperature: parsed.temperature }),
    ...(limit && { maxOutputTokens: limit }),
    ...(effort && { effort: effort === 'none' || effort === 'xhigh' ? nearest[effort] : effort }),
  };
}

/** Collections of other users get the same error as unknown ones. */
async function readable(
  deps: Deps,
  user: CurrentUser,
  selection: boolean | readonly string[],
): Promise<CollectionPassages | null> {
  if (selection === false) return null;
  // A conversation that does not exist has no switches of its own.
  if (selection === true) return collectionPassages(deps, { userId: user.id, conversationId: randomUUID() });
  await Promise.all(selection.map((id) => assertReadable(deps, user, id)));
  return collectionPassages(deps, { userId: user.id, collectionIds: selection });
}

const queryOf = (turns: readonly ModelTurn[], question: ModelTurn) =>
  searchQuery(
    question.content.slice(0, queryCharacters),
    turns.flatMap((turn) =>
      turn.role === 'user' && turn !== question ? [turn.content.slice(0, queryCharacters)] : [],
    ),
  );

async function passagesFor({ limits }: ChosenModel, collections: CollectionPassages, query: string) {
  const found = await collections.find(query, { limit: maxPassages });
  const { files, givenPassages } = await fitPassages(found, limits.contextTokens * passagesPart);
  collections.markGiven(givenPassages);
  return files;
}

interface Offer {
  collections: CollectionPassages | null;
  turns: readonly ModelTurn[];
  /** The caller's own system prompt, and the text of files beside it. */
  system: readonly string[];
  excerpts: readonly string[];
  hasWebSearch: boolean;
}

async function toolsFor(
  deps: Deps,
  { limits }: ChosenModel,
  { collections, turns, system, excerpts, hasWebSearch }: Offer,
): Promise<{ tools?: ModelTools }> {
  const session = hasWebSearch ? new WebSession(limits.contextTokens) : null;
  // Only URLs that the caller has written may be fetched directly.
  const written = [...system, ...turns.flatMap(({ role, content }) => (role === 'user' ? [content] : []))];
  for (const text of written) session?.guard.allowIn(text);
  for (const text of [...system, ...excerpts, ...turns.map(({ content }) => content)]) session?.guard.addSecret(text);
  // No conversation has these ids, so only documents of collections are available.
  const nowhere = { conversationId: randomUUID(), questionId: randomUUID() };
  const files = collections
    ? await offerFileTools(new ToolFiles(deps, nowhere, collections), limits, (text) => session?.guard.addSecret(text))
    : undefined;
  const sets = [...(files ? [files.set] : []), ...(session ? [webTools(deps, session)] : [])];
  return sets.length > 0 ? { tools: joinTools(...sets) } : {};
}
