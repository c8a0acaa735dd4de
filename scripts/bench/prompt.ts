/**
 * Building the prompt of a conversation with 200 turns and five files of 500 pages: how long it blocks the main thread,
 * and how much less that is than counting the same tokens there. Excludes the database.
 */
import { performance } from 'node:perf_hooks';
import { countTokens as countHere } from 'gpt-tokenizer/encoding/o200k_base';
import type { Deps } from '~/server/deps';
import type { Background } from '~/server/features/context/background';
import { buildContext } from '~/server/features/context/build-context';
import type { DocumentFact, FileTexts, Library, Passage } from '~/server/generation/library';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { cutPassages } from '~/server/reading/extract/passages';

const maxMs = 20;
const rounds = 9;
const words =
  'revenue margin inflation of the and in rates growth 12.4% EUR 3,481 million quarter board risk cash'.split(' ');

const textOf = (length: number, seed: number): string => {
  let text = '';
  for (let n = seed; text.length < length; n++)
    text += `${words[(n * 7 + (n >> 3)) % words.length]}${n % 13 === 0 ? '. ' : ' '}`;
  return text;
};

async function fileOf(index: number) {
  const objectId = `file-${index}`;
  const pages = Array.from({ length: 500 }, (_, page) => textOf(3000, index * 1000 + page));
  const starts = pages.map((_, page) => ({
    page: page + 1,
    start: page === 0 ? 0 : pages.slice(0, page).join('\n').length + 1,
  }));
  const text = pages.join('\n');
  const passages = cutPassages(text, starts).map(
    (one, place): Passage => ({ objectId, source: objectId, text: one.text, page: one.page ?? 1, place, rank: 0 }),
  );
  const [tokens = 0] = await countTokens([text]);
  const fact: DocumentFact = {
    objectId,
    name: `${objectId}.pdf`,
    kind: 'pdf',
    opening: [],
    isNew: true,
    pages: 500,
    tokens,
    passageCount: passages.length,
  };
  return { fact, passages, text };
}

const files = await Promise.all([0, 1, 2, 3, 4].map(fileOf));
const byId = new Map(files.map((file) => [file.fact.objectId, file]));
const library: Library & FileTexts = {
  positions: async () => [],
  quotes: async () => [],
  performance: async () => undefined,
  documents: async () => files.map(({ fact }) => fact),
  passages: async (_, limit) => files.flatMap(({ passages }) => passages.slice(100, 100 + limit / 5)),
  passagesAt: async (places) => places.flatMap(({ objectId, place }) => byId.get(objectId)?.passages[place] ?? []),
  texts: async (ids) => new Map(ids.map((id) => [id, byId.get(id)?.text ?? ''])),
};
const background: Background = {
  history: Array.from({ length: 200 }, (_, n) => ({
    id: String(n),
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: textOf(n % 2 === 0 ? 200 : 2500, n),
    hasFiles: n === 0,
    fileNames: n === 0 ? ['report.pdf'] : [],
    isSummarized: false,
  })),
  customInstructions: '',
  hasCollections: false,
  memory: null,
  hasForeignText: false,
  unreadMessages: 0,
  lastId: null,
};
// The database is only read for images, and there are none.
const deps = { db: { sql: async () => [] } } as unknown as Deps;

const build = (contextTokens: number) =>
  buildContext(deps, {
    conversationId: 'c',
    questionId: 'q',
    content: 'Compare the five reports.',
    query: 'Compare the five reports.',
    hasFiles: true,
    seesImages: true,
    limits: { contextTokens },
    systemPrompt: 'Be brief.',
    personalization: '',
    tools: { list: [], instructions: '' },
    library,
    background,
    passages: [],
  });

/** The time in which the main thread was busy. */
async function busyMs(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await work();
  return performance.eventLoopUtilization(before).active;
}
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

let failed = false;
for (const contextTokens of [8192, 128_000, 1_000_000]) {
  const first = await busyMs(() => build(contextTokens));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await busyMs(() => build(contextTokens)));
  const { request } = await build(contextTokens);
  const sent = request.turns.map(({ content }) => content);
  const counted = await busyMs(async () => sent.map((text) => countHere(text)));
  const busy = median(times);
  failed ||= busy > maxMs;
  console.log(
    `${contextTokens.toLocaleString('en')} tokens: main thread ${busy.toFixed(1)} ms (first time ${first.toFixed(1)} ms); counting what is sent there takes ${counted.toFixed(0)} ms, ${(counted / busy).toFixed(1)} × as long`,
  );
}
process.exit(failed ? 1 : 0);
