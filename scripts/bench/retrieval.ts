/**
 * Whether the page that answers a question reaches the model, for questions about filings with known evidence pages:
 * with the filing attached, and with all filings in one collection. Only half of the questions may be used for tuning.
 * Usage: npx tsx scripts/bench/retrieval.ts --data DIR [--tuned] [--missed], where DIR has questions.jsonl and pdfs/
 * --tuned asks only the half for tuning.
 * With vectors: --endpoint http://localhost:11434/v1 --embedding-model nomic-embed-text [--key KEY]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Deps } from '~/server/deps';
import { collectionPassages } from '~/server/features/collections/collection-passages';
import { maxCollectionTokens, passageLimitsFor } from '~/server/features/context/budget';
import { readFiles } from '~/server/features/context/file-context';
import type { FramedFile } from '~/server/features/context/file-frame';
import { fitPassages } from '~/server/features/context/passage-context';
import { conversationLibrary } from '~/server/features/messages/conversation-library';
import { fileTools } from '~/server/features/messages/file-tools';
import { ToolFiles } from '~/server/features/messages/tool-files';
import { requestWords } from '~/server/retrieval/question-words';
import { wordsOf } from '~/server/retrieval/words';
import { temporaryFolder } from './lib/child';
import { openFilingLibrary } from './lib/filing-library';
import { embedFilings } from './lib/filing-vectors';
import { type EvidenceQuestion, readFilings, readQuestions } from './lib/filings';
import { known, type Result, report } from './lib/report';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    missed: { type: 'boolean', default: false },
    tuned: { type: 'boolean', default: false },
    endpoint: { type: 'string' },
    'embedding-model': { type: 'string' },
    key: { type: 'string', default: '' },
  },
});
if (values.data === undefined) throw new Error('Name the folder: --data DIR');
const questions = readQuestions(values.data).filter(({ isTuned }) => isTuned || !values.tuned);
const filings = await readFilings(values.data);
const library = await openFilingLibrary(temporaryFolder(), filings);
// Retrieval only uses the database, and vectors if there is an endpoint.
let deps = { db: library.db } as Deps;

/** The files as they are inserted into the prompt. */
type Retrieve = (question: EvidenceQuestion, tokens: number, toolFiles?: ToolFiles) => Promise<FramedFile[]>;

const attached: Retrieve = async ({ document, question }, tokens, toolFiles) => {
  const { conversationId, questionId } = library.attached.get(document) ?? library.collected;
  const { files, givenPassages } = await readFiles(
    conversationLibrary(deps, conversationId, questionId),
    question,
    tokens,
  );
  toolFiles?.markGiven(givenPassages);
  return files;
};
const collected: Retrieve = async ({ question }, tokens, toolFiles) => {
  const { userId, collected } = library;
  // The same as in prepare-request.ts and build-context.ts.
  const room = Math.min(tokens, maxCollectionTokens);
  const found = await collectionPassages(deps, { userId, ...collected }).find(question, passageLimitsFor(room));
  const { files, givenPassages } = await fitPassages(found, room);
  toolFiles?.markGiven(givenPassages);
  return files;
};

/** An eighth of a window of 128,000 tokens, for all tool results. */
const toolTokens = 16_000;

/** Adds the results of tool calls by a model that only rephrases: the question, its subject, and its last sentence. */
const withTools =
  (retrieve: Retrieve): Retrieve =>
  async (question, tokens) => {
    const isAttached = retrieve === attached;
    const asked = (isAttached && library.attached.get(question.document)) || library.collected;
    // The collection is on for all conversations of the user; with an attached filing, only the filing is searched.
    const collections = collectionPassages(deps, { ...asked, userId: isAttached ? randomUUID() : library.userId });
    const toolFiles = new ToolFiles(deps, asked, collections);
    const { list } = fileTools(toolFiles, { fileCount: 1, tokenLimit: toolTokens, onText: () => {} });
    const search = list.find(({ name }) => name === 'search_files');
    const files = [...(await retrieve(question, tokens, toolFiles))];
    for (const query of rephrased(question.question)) {
      const result = await search?.run({ query }, new AbortController().signal);
      files.push(...framesIn(String(result)));
    }
    return files;
  };

const rephrased = (question: string): string[] => {
  const subject = wordsOf(question).filter((word) => !requestWords.has(word));
  const sentences = question.split(/(?<=[.?:])\s+/);
  return [question, subject.join(' '), sentences.find((sentence) => sentence.includes('?')) ?? question];
};

const framesIn = (text: string): FramedFile[] =>
  [...text.matchAll(/<file-\w+ name="([^"]*)">([\s\S]*?)<\/file-/g)].map(([, name = '', passages = '']) => ({
    name,
    passages: [passages],
  }));

const pageMarks = /\[page (\d+)\] /g;
const pagesIn = (files: readonly FramedFile[], document: string): Set<number> =>
  new Set(
    files
      .filter(({ name }) => name === document || name === `${document}.pdf`)
      .flatMap(({ passages }) => [...passages.join('\n').matchAll(pageMarks)].map(([, page]) => Number(page))),
  );

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(0)}%`;

/** A question counts if one of its pages is found; in parentheses if all are found. */
async function measure(name: string, retrieve: Retrieve, tokens: number, target: number): Promise<Result[]> {
  const marks: { ms: number; isTuned: boolean; any: boolean; all: boolean }[] = [];
  for (const question of questions) {
    const start = performance.now();
    const pages = pagesIn(await retrieve(question, tokens), question.document);
    const ms = performance.now() - start;
    const found = question.evidence_pages.filter((page) => pages.has(page)).length;
    marks.push({ ms, isTuned: question.isTuned, any: found > 0, all: found === question.evidence_pages.length });
    if (values.missed && found < question.evidence_pages.length && question.isTuned)
      console.log(`${name} ${tokens}: ${question.id} ${question.document} ${question.evidence_pages} (${found} found)`);
  }
  const share = (of: typeof marks) =>
    `${percent(of.filter(({ any }) => any).length, of.length)} (${percent(of.filter(({ all }) => all).length, of.length)})`;
  const half = (isTuned: boolean) => share(marks.filter((mark) => mark.isTuned === isTuned));
  const reached = marks.filter(({ any }) => any).length / marks.length;
  const slowest = Math.max(...marks.map(({ ms }) => ms)).toFixed(0);
  return [
    {
      name: `${name}, ${tokens.toLocaleString('en')} tokens`,
      measured: `${share(marks)}; tuned half ${half(true)}, other half ${half(false)}; at most ${slowest} ms`,
      target: `≥ ${target * 100}%`,
      isMet: reached >= target,
    },
  ];
}

/** All situations; run again with vectors. */
const measureAll = async (search: string): Promise<Result[]> => [
  ...(await measure(`${search}, filing attached`, attached, 8000, 0.85)),
  ...(await measure(`${search}, filing attached`, attached, 32_000, 0.95)),
  ...(await measure(`${search}, all filings in a collection`, collected, 8000, 0.7)),
  ...(await measure(`${search}, all filings in a collection`, collected, 32_000, 0.85)),
  ...(await measure(`${search}, filing attached, three searches`, withTools(attached), 8000, 0.95)),
  ...(await measure(`${search}, all filings, three searches`, withTools(collected), 8000, 0.95)),
];

const results = await measureAll('words');
const { endpoint: baseUrl, 'embedding-model': embeddingModel, key: apiKey } = values;
if (baseUrl && embeddingModel) {
  const vectors = await embedFilings(library.db, { baseUrl, embeddingModel, apiKey });
  deps = { db: library.db, vectors } as Deps;
  results.push(...(await measureAll(`words and ${embeddingModel}`)));
}
report(`Evidence page in the prompt, in brackets all of several (${questions.length} questions)`, [
  known('filings', `${filings.length}, ${filings.reduce((sum, { pages }) => sum + pages.length, 0)} pages`),
  ...results,
]);
await library.close();
process.exit();
