import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '~/server/deps';
import type { DocumentFact, FileTexts, Library, Passage } from '~/server/generation/library';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { cutPassages } from '~/server/reading/extract/passages';
import type { Background, EarlierTurn } from './background';
import { inputBudget, tokensPerTurn } from './budget';
import { buildContext, type ContextInput } from './build-context';

afterEach(() => vi.restoreAllMocks());

const longName = (n: number) =>
  `${n} Interim report of the subsidiary for the harbor authority ${'and its partners '.repeat(6)}.pdf`;

function libraryOf(files: { name: string; text: string; isNew: boolean }[]): Library & FileTexts {
  const passagesOf = (index: number): Passage[] =>
    cutPassages(files[index]?.text ?? '').map(({ text }, place) => ({
      objectId: String(index),
      source: files[index]?.name ?? '',
      text,
      place,
      rank: 0,
    }));
  return {
    positions: async () => [],
    quotes: async () => [],
    performance: async () => undefined,
    passages: async () => [],
    documents: async () => {
      const counts = await countTokens(files.map(({ text }) => text));
      return files.map(
        ({ name, isNew }, index): DocumentFact => ({
          objectId: String(index),
          name,
          isNew,
          kind: 'pdf',
          opening: [],
          tokens: counts[index] ?? 0,
          passageCount: passagesOf(index).length,
        }),
      );
    },
    passagesAt: async (places) => places.flatMap(({ objectId, place }) => passagesOf(Number(objectId))[place] ?? []),
    texts: async (ids) => new Map(ids.map((id) => [id, files[Number(id)]?.text ?? ''])),
  };
}

const turn = (n: number, content: string, fileNames: string[] = []): EarlierTurn => ({
  id: String(n),
  role: n % 2 === 0 ? 'user' : 'assistant',
  content,
  hasFiles: fileNames.length > 0,
  fileNames,
  isSummarized: false,
});

const backgroundOf = (history: EarlierTurn[]): Background => ({
  history,
  customInstructions: '',
  hasCollections: false,
  memory: null,
  hasForeignText: false,
  unreadMessages: 0,
  lastId: null,
});

const inputOf = (given: Partial<ContextInput>): ContextInput => ({
  conversationId: 'c',
  questionId: 'q',
  content: 'Summarize this file',
  query: given.content ?? 'Summarize this file',
  hasFiles: true,
  seesImages: false,
  limits: { contextTokens: 16_000 },
  systemPrompt: 'Be brief.',
  personalization: '',
  tools: { list: [], instructions: '' },
  library: libraryOf([]),
  background: backgroundOf([]),
  passages: [],
  ...given,
});

const build = async (given: Partial<ContextInput>) => {
  const built = await buildContext({} as Deps, inputOf(given));
  return { ...built, texts: built.request.turns.map(({ content }) => content) };
};

describe('the request for a model', () => {
  it('says which file belongs to which message', async () => {
    const library = libraryOf([
      { name: 'q1.pdf', text: 'Sales rose.', isNew: false },
      { name: 'q2.pdf', text: 'Sales fell.', isNew: true },
    ]);
    const history = [
      turn(0, 'Read this', ['q1.pdf']),
      turn(1, 'I have.'),
      turn(2, '', ['old "draft".pdf']),
      turn(3, 'Yes?'),
    ];
    const { texts } = await build({ library, background: backgroundOf(history) });
    expect(texts[0]).toMatch(/\n\nRead this\n\n\(Attached: "q1\.pdf"\)$/);
    expect(texts.slice(1)).toEqual([
      'I have.',
      '(Attached: "old \\"draft\\".pdf")',
      'Yes?',
      'Summarize this file\n\n(Attached: "q2.pdf")',
    ]);
    expect(texts[0]).toMatch(/name="q1\.pdf">\nSales rose\./);
    expect(texts[0]).toMatch(/name="q2\.pdf">\nSales fell\./);
  });

  it('begins like the one before it, so that endpoints can reuse what they have cached', async () => {
    const filesOf = (isNew: boolean) => [{ name: 'q1.pdf', text: 'Sales rose. '.repeat(500), isNew }];
    const first = await build({ library: libraryOf(filesOf(true)), content: 'Read this' });
    const history = [turn(0, 'Read this', ['q1.pdf']), turn(1, 'I have.')];
    const background = backgroundOf(history);
    const second = await build({ library: libraryOf(filesOf(false)), content: 'And the costs?', background });
    expect(second.texts).toEqual([...first.texts, 'I have.', 'And the costs?']);
  });

  it('stays within its budget with the names and notes of many files and of messages, a summary and a gap', async () => {
    const files = Array.from({ length: 12 }, (_, n) => ({
      name: longName(n),
      text: `Sentence ${n} of the report. `.repeat(n % 3 === 0 ? 2000 : 20),
      isNew: n > 5,
    }));
    const history = Array.from({ length: 300 }, (_, n) =>
      turn(n, 'rates and growth '.repeat(12), n % 2 === 0 ? [longName(n), longName(n + 1)] : []),
    );
    const summary = { content: 'They spoke of rates. '.repeat(30), messages: 10 };
    for (const contextTokens of [8000, 16_000, 32_000]) {
      const limits = { contextTokens };
      const background = { ...backgroundOf(history), summary, unreadMessages: 10 };
      const { texts, metadata, leftTokens } = await build({ limits, library: libraryOf(files), background });
      const counts = await countTokens(['Be brief.', ...texts]);
      const sent = counts.reduce((sum, count) => sum + count + tokensPerTurn, 0);
      expect(sent).toBeLessThanOrEqual(inputBudget(limits));
      expect(sent).toBeLessThanOrEqual(inputBudget(limits) - leftTokens);
      expect(metadata.omittedMessages).toBeGreaterThan(0);
      expect(texts[0]).toContain(`(${metadata.omittedMessages} messages are left out here`);
    }
  });

  it('keeps all messages if a long file leaves exactly the room for them', async () => {
    const history = [turn(0, 'What are rates?'), turn(1, 'Prices of money.')];
    const limits = { contextTokens: 8000 };
    for (const sentences of [1200, 1300, 1400, 1500]) {
      const library = libraryOf([
        { name: 'a.pdf', text: 'One more of its sentences. '.repeat(sentences), isNew: true },
      ]);
      const { metadata } = await build({ limits, library, background: backgroundOf(history) });
      expect(metadata).toEqual({});
    }
  });

  it('has no negative room for messages if the question alone exceeds the context window', async () => {
    const { historyRoom } = await build({ limits: { contextTokens: 8000 }, content: 'rates and growth '.repeat(5000) });
    expect(historyRoom).toBe(0);
  });
});
