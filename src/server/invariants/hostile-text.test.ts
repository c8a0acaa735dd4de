/** No text of a user or model takes much longer to process than other text of its length. */
import { describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { typedEmail } from '~/server/features/auth/auth.service';
import { checkNamingSentences } from '~/server/features/citations/check-naming-sentences';
import { checkQuotations } from '~/server/features/citations/check-quotations';
import { checkClaim } from '~/server/features/citations/claims/check-claim';
import { findQuotations } from '~/server/features/citations/find-quotations';
import { CitedAnswer } from '~/server/features/citations/pages/cited-sentences';
import { FigureWriter } from '~/server/features/figures/figure-writer';
import { Figures } from '~/server/features/figures/figures';
import { reviewAnswer } from '~/server/features/figures/review-answer';
import { createOfflineAnalyst } from '~/server/features/offline-analyst/offline-analyst';
import { readFile } from '~/server/features/positions/import-file';
import { answerWords } from '~/server/features/search/answer-words';
import { AddressGuard } from '~/server/features/web/address-guard';
import type { Library } from '~/server/generation/library';
import { AnswerText } from '~/server/providers/llm/answer-text';
import { EndpointMemory } from '~/server/providers/llm/endpoint-memory';
import { CitationCollector } from '~/server/providers/llm/openai-citations';
import { fromVendorError } from '~/server/providers/llm/openai-errors';
import { SseDecoder } from '~/server/providers/llm/sse';
import type { ModelEvent, ModelTurn } from '~/server/providers/llm/types';
import { vendorErrorIn } from '~/server/providers/llm/vendor-error';
import { safeFileName } from '~/server/reading/detect/file-name';
import { cleanText } from '~/server/reading/extract/clean-text';
import { describeText } from '~/server/reading/extract/describe-text';
import { cutPassages } from '~/server/reading/extract/passages';
import { givenTexts } from '~/server/testing/fakes/source-texts';
import { deviceName } from '~/shared/device-name';
import { limits } from '~/shared/limits';
import { titleFromMessage } from '~/shared/schemas/conversations';
import { findSlowInputs, hostileLength } from '~/shared/testing/hostile-text';

const shares = Array.from({ length: 206 }, (_, index) => ({ ticker: `TICK${index}`, name: `Company${index} Inc.` }));

function review(text: string) {
  const figures = new Figures();
  figures.price('1.00', { kind: 'latest', note: '', source: '' });
  figures.gain('1.00', { note: '', source: '' });
  const writer = new FigureWriter(figures);
  const deps = { db: { sql: async () => shares } } as unknown as Deps;
  return reviewAnswer(deps, { question: '', text: writer.push(text) + writer.end(), writer, figures });
}

/** Everything the offline analyst does with a message, the conversation before it, and the text of a file. */
async function analyze(text: string) {
  const objectId = 'a';
  const passages = cutPassages(text)
    .slice(0, 4)
    .map((passage) => ({ objectId, source: 'a.txt', text: passage.text, rank: 1 }));
  const library: Library = {
    positions: async () => [],
    quotes: async () => [],
    performance: async () => undefined,
    documents: async () => [
      { objectId, name: 'a.txt', kind: 'unknown', opening: passages, isNew: true, tokens: 1, passageCount: 4 },
    ],
    passages: async () => passages,
  };
  const question = text.slice(0, limits.messageCharacters);
  const earlier: ModelTurn[] = [
    { role: 'user', content: question },
    { role: 'assistant', content: text.slice(0, 48_000) },
  ];
  for (const asked of [
    question,
    `What did I ask? ${question}`,
    `Summarise our chat: ${question}`,
    `The word x 1 a? ${question}`,
  ]) {
    const turns = [...earlier, { role: 'user' as const, content: asked.slice(0, limits.messageCharacters) }];
    const stream = createOfflineAnalyst({ tokenDelayMs: 0 }).stream(
      { systemPrompt: '', turns, library },
      AbortSignal.timeout(60_000),
    );
    for await (const _ of stream);
  }
}

function collect(text: string) {
  const citations = new CitationCollector();
  citations.addSeen([text.slice(0, 3000), 'https://example.com']);
  return citations.fromText(text);
}

function readAnswer(text: string) {
  const out: ModelEvent[] = [];
  for (const opening of ['', '<think>', '<|channel|>final<|message|>']) {
    const answer = new AnswerText(new EndpointMemory());
    answer.push(opening + text, out);
    answer.end(out);
  }
}

/** Finds a quotation of the text in its own file, and one that does not exist. */
const lookUp = (text: string) =>
  checkQuotations(
    {
      text: `“${text.slice(2, 602)}” and “some words ${text.slice(2, 302)}”\n${text}`,
      userText: text,
      hasWebSources: false,
    },
    givenTexts({ name: 'a.txt', pages: [text] }),
  );

const nameAndCompare = (text: string) =>
  checkNamingSentences(
    `${text}\nPage 1 says that it was $1 and 5 % in 2024.`,
    givenTexts({ name: 'a.txt', pages: [text] }),
    [],
  );

const citedAt = Array.from({ length: 40 }, (_, index) => ({
  source: 'a.example',
  url: 'https://a.example/',
  start: index * 2000,
  end: index * 2000 + 50,
}));

/** Finds the sentences of an answer that cite pages. */
const findCited = (text: string) => {
  const cited = new CitedAnswer(text, citedAt);
  return citedAt.map((citation) => cited.at(citation));
};

const markedAt = Array.from({ length: 400 }, (_, index) => ({
  source: 'a.example',
  url: 'https://a.example/',
  start: index * 250,
  end: index * 250,
}));

/** Finds the parts of sentences that cite several pages. */
const findParts = (text: string) => {
  const cited = new CitedAnswer(text, markedAt);
  return markedAt.map((citation) => cited.at(citation));
};

const guard = (text: string) => {
  const addresses = new AddressGuard();
  addresses.allowIn(`https://a.example/${text.slice(2)}`);
  addresses.addSecret(text);
  return addresses.permits(`https://b.example/${text.slice(2, 150)}`);
};

const importFile = (heading: string) => (text: string) => {
  readFile('csv', `${heading}${text}`);
  readFile('json', `{"positions":[${text.slice(0, 50)}`);
};

/** Imports tables of trades from other programs, each as large as allowed. */
const importTrades = (headings: string, cells: string) => (text: string) => {
  readFile(undefined, `${headings}\n${cells.replace('?', text)}\n${`${cells}\n`.repeat(500)}`);
};

describe('100 KB of hostile text takes time in proportion to its length', () => {
  it.each<[string, (text: string) => unknown]>([
    ['the review of figures', review],
    ['finding quotations', findQuotations],
    ['looking up quotations in a file', lookUp],
    ['comparing claims with a source', (text) => checkClaim(`In 2024 it was $1 and 5 %. ${text.slice(2, 400)}`, text)],
    [
      'comparing rows of tables with a source',
      (text) => checkClaim('| A | $1 | 5 % |', text, '| A | Revenue 2024 ($m) | 2023 |'),
    ],
    ['finding the sentences that cite pages', findCited],
    ['finding the parts of sentences that cite pages', findParts],
    [
      'comparing a part of a sentence with a source',
      (text) =>
        checkClaim(`In 2024 it was $1 and 5 %, ${text.slice(2, 400)}`, text, undefined, { start: 16, end: 300 }),
    ],
    ['comparing sentences with the page they name', (text) => nameAndCompare(text)],
    ['cleaning and cutting the text of a file', (text) => cutPassages(cleanText(text))],
    ['the citations of a model', collect],
    ['the text of a model', readAnswer],
    ['the error of a model', (text) => [vendorErrorIn({ error: text }) ?? []].flat().map(fromVendorError)],
    ['events of a model', (text) => new SseDecoder().push(Buffer.from(`data: ${text}\n\n`))],
    ['the name of a file', safeFileName],
    ['the description of a document', describeText],
    ['the name of a device', (text) => deviceName(text.slice(0, 300))],
    ['the title of a conversation', titleFromMessage],
    ['an answer that a search found', (text) => answerWords(text.slice(2))],
    ['the URLs that a model may fetch', guard],
    ['the sign-in log', (text) => typedEmail(text.slice(0, limits.emailCharacters))],
    ['a file of positions', importFile('')],
    ['a file of positions with its headings', importFile('name,ticker,avgEntryPrice,purchaseDate\n')],
    ['a file of Ghostfolio', importTrades('Date,Code,Currency,Price,Quantity,Action', '2024-01-02,A,USD,?,1,buy')],
    ['a file of Wealthfolio', (text) => readFile(undefined, `"activityType","date",${text}`)],
    [
      'a file of Portfolio Performance',
      importTrades('Datum;Typ;Wert;Stück;Gebühren;Ticker-Symbol;Wertpapiername', '02.01.2024;Kauf;?;1;0,00;A;A'),
    ],
    ['the XML of Portfolio Performance', (text) => readFile(undefined, `<client><version>66</version>${text}`)],
    ['an XML file', (text) => readFile(undefined, `<?xml version="1.0"?>${text}`)],
  ])(
    'in %s',
    async (_name, work) => {
      expect(await findSlowInputs(work)).toEqual([]);
    },
    120_000,
  );

  it('in the offline analyst', async () => {
    expect(await findSlowInputs(analyze)).toEqual([]);
  }, 120_000);

  it('in a file of positions with 100,000 empty headings', () =>
    findSlowInputs(
      (text) => readFile('csv', text),
      [
        {
          name: 'headings',
          text: `name,ticker,avgEntryPrice,purchaseDate${','.repeat(hostileLength)}\n${'a,b\n'.repeat(limits.importRows)}`,
        },
      ],
    ).then((slow) => expect(slow).toEqual([])));
});
