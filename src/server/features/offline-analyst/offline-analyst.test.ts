import { describe, expect, it } from 'vitest';
import { createModel } from '~/server/create-deps';
import type { Library, Passage, PositionFact } from '~/server/generation/library';
import { ask, collect, describeModelContract, textOf } from '~/server/providers/llm/contract-suite';
import type { ModelTurn } from '~/server/providers/llm/types';
import { offlineQuestions } from '~/shared/offline-questions';
import { createOfflineAnalyst } from './offline-analyst';

const asOf = new Date('2026-11-20T14:30:00Z');
const positions: PositionFact[] = [
  { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', latestPrice: '250.10', gainsPercent: '38.75' },
  { name: 'Alibaba Group', ticker: 'BABA', avgEntryPrice: '100.00', latestPrice: '96.80', gainsPercent: '-3.20' },
  { name: 'Gartner', ticker: 'IT', avgEntryPrice: '400.00' },
].map((fact) => ({
  status: 'open',
  purchaseDate: new Date('2024-03-05T00:00:00Z'),
  ...fact,
  ...(fact.latestPrice && { priceAsOf: asOf }),
}));
const sold: PositionFact = {
  name: 'Nokia | Oyj',
  ticker: 'NOK',
  status: 'closed',
  avgEntryPrice: '4.00',
  purchaseDate: new Date('2023-01-02T00:00:00Z'),
  closePrice: '5.00',
  closeDate: new Date('2024-06-07T00:00:00Z'),
  gainsPercent: '25.00',
};
const passage: Passage = {
  source: 'outlook_2026.pdf',
  page: 3,
  text: 'Inflation is expected\nto fall to 2.1 % in 2026.',
  rank: 1,
};

const emptyLibrary: Library = {
  positions: async () => [],
  quotes: async () => [],
  performance: async () => undefined,
  documents: async () => [],
  passages: async () => [],
};
const bookOf = (...facts: PositionFact[]): Library => ({ ...emptyLibrary, positions: async () => facts });
const book = bookOf(...positions, sold);
const documents: Library = { ...emptyLibrary, passages: async () => [passage] };

const analyst = createOfflineAnalyst({ tokenDelayMs: 0 });
const eventsFor = (question: string, library: Library = book, earlier: ModelTurn[] = []) => {
  const request = ask(question);
  const turns = [...earlier, ...request.turns];
  return collect(analyst.stream({ ...request, turns, library }, new AbortController().signal));
};
const answer = async (...args: Parameters<typeof eventsFor>) => textOf(await eventsFor(...args));

describeModelContract('offline analyst', () => {
  const slow = createOfflineAnalyst({ tokenDelayMs: 2 });
  return {
    model: { ...slow, stream: (request, signal) => slow.stream({ ...request, library: emptyLibrary }, signal) },
    question: 'What is the meaning of life?',
  };
});

describe('the offline analyst', () => {
  it('answers if no endpoint is configured', () => {
    expect(createModel(null)).toMatchObject({ name: 'offline-analyst', isConnected: false, canSearchWeb: false });
  });

  it.each(['Hello!', 'What can you do?', 'What do we hold?', 'What is the GDP of France?'])(
    'ends its answer to “%s” with one line on how to connect a model',
    async (question) => {
      const text = await answer(question);
      expect(text.match(/No AI model is connected/g)).toHaveLength(1);
      expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\*No AI model .* An administrator can connect one .*\*$/);
    },
  );

  it('does not mention server settings to users', async () => {
    expect(await answer('What can you do?')).not.toMatch(/[A-Z]+_[A-Z]+|\.env/);
  });

  it.each([
    'Hi',
    'hello there!',
    'Good morning',
    'Hey qChat, good evening',
    'What can you do?',
    'help',
    'who are you?',
  ])('answers “%s” with its capabilities, without reading anything', async (question) => {
    const events = await eventsFor(question);
    expect(textOf(events)).toContain('What did I ask before?');
    expect(events.some(({ type }) => type === 'activity')).toBe(false);
  });

  it.each([...offlineQuestions.withPositions, ...offlineQuestions.always])(
    'answers “%s”, suggested on the welcome screen, even for an empty portfolio',
    async (question) => {
      const [full, empty] = [await answer(question), await answer(question, emptyLibrary)];
      for (const text of [full, empty]) expect(text).not.toContain('I found nothing about that');
      // Its capabilities do not depend on the portfolio; all other answers describe its content.
      expect(full === empty).toBe(question === 'What can you do?');
      if (full !== empty) expect(empty).toMatch(/no (open |closed )?positions/);
    },
  );

  it('lists the open positions in a table with exact figures and the time of each price', async () => {
    const text = await answer('What do we hold?');
    expect(text).toContain('The portfolio holds 3 open positions:');
    expect(text).toContain('| Tesla | TSLA | 05 Mar 2024 | $180.25 | $250.10 | 20 Nov 2026, 14:30 UTC | +38.75% |');
    expect(text).toContain('| Gartner | IT | 05 Mar 2024 | $400.00 | - | - | - |');
    expect(text).not.toContain('Nokia');
    expect(text).toContain('Not investment advice.');
  });

  it.each(['Show me our portfolio', 'Which stocks do we own?', 'How many positions are there?', 'positions'])(
    'understands “%s” as a question about the portfolio',
    async (question) => expect(await answer(question)).toContain('The portfolio holds 3 open positions:'),
  );

  it('lists closed positions separately, and prevents a name from breaking the table', async () => {
    expect(await answer('Which positions have we closed?')).toContain(
      '| Nokia \\| Oyj | NOK | 02 Jan 2023 | 07 Jun 2024 | $4.00 | $5.00 | +25.00% |',
    );
  });

  it('dates a position by New York, as the portfolio and the track record do', async () => {
    // At nine in the evening there.
    const library = bookOf({ ...sold, name: 'Nokia', closeDate: new Date('2026-11-24T02:00:00Z') });
    expect(await answer('Which positions have we closed?', library)).toContain(
      '| Nokia | NOK | 02 Jan 2023 | 23 Nov 2026 |',
    );
    expect(await answer('How is Nokia doing?', library)).toContain('closed on 23 Nov 2026');
  });

  it('names the best and the worst performer', async () => {
    expect(await answer('Who is our best performer?')).toMatch(
      /best performer among the 2 open positions.*\n\n- \*\*Tesla \(TSLA\)\*\*/,
    );
    expect(await answer('Which position performs worst?')).toMatch(
      /worst performer.*\n\n- \*\*Alibaba Group \(BABA\)\*\*.*a loss of \*\*-3\.20%\*\*/,
    );
  });

  it('averages gains exactly, rounding halves up, and mentions omitted positions', async () => {
    const text = await answer('What is our average gain?');
    // (38.75 − 3.20) / 2 = 17.775
    expect(text).toContain('**+17.78%**');
    expect(text).toContain('No price is known for 1 other position.');
    expect(text).toContain('as of 20 Nov 2026, 14:30 UTC');
  });

  it('separates winners from losers', async () => {
    const text = await answer('Which positions are losing?');
    expect(text).toContain('1 of 2 open positions with a known price is below the entry price.');
    expect(text).toContain('| Alibaba Group |');
    expect(text).not.toContain('| Tesla |');
  });

  it.each(['How is TSLA doing?', 'how is tesla doing', 'What is our Tesla position?'])(
    'answers “%s” with one sentence of figures',
    async (question) => {
      expect(await answer(question)).toContain(
        '**Tesla (TSLA)** has been held since 05 Mar 2024 at an average entry price of $180.25. The latest price is $250.10 (as of 20 Nov 2026, 14:30 UTC): a gain of **+38.75%**.',
      );
    },
  );

  it('names the source of prices, marks old ones, and lists the splits in a gain', async () => {
    const alphabet: PositionFact = {
      name: 'Alphabet',
      ticker: 'GOOGL',
      status: 'open',
      avgEntryPrice: '2000.00',
      purchaseDate: new Date('2022-01-03T00:00:00Z'),
      latestPrice: '180.00',
      priceAsOf: asOf,
      priceSource: 'Yahoo Finance',
      isPriceStale: true,
      gainsPercent: '80.00',
      splitFactor: '20/1',
    };
    expect(await answer('How is GOOGL doing?', bookOf(alphabet))).toContain(
      'The latest price is $180.00 (as of 20 Nov 2026, 14:30 UTC, Yahoo Finance, not refreshed since): a gain of **+80.00%**, adjusted for stock splits (20/1).',
    );
    const table = await answer('What do we hold?', bookOf(alphabet));
    expect(table).toContain('| $180.00 | 20 Nov 2026, 14:30 UTC, not refreshed since | +80.00% |');
    expect(table).toContain(
      'Prices: Yahoo Finance. Gains are adjusted for the stock splits since the purchase: GOOGL 20/1.',
    );
  });

  it.each(['What is the price of AAPL?', 'Where does $AAPL trade?', 'AAPL share price and its CEO'])(
    'looks up a stock outside the portfolio: “%s”',
    async (question) => {
      const asked: string[][] = [];
      const library: Library = {
        ...book,
        quotes: async (tickers) => {
          asked.push([...tickers]);
          return [{ ticker: 'AAPL', price: '300.00', asOf, source: 'Yahoo Finance', isStale: false }];
        },
      };
      const text = await answer(question, library);
      expect(asked).toEqual([['AAPL']]);
      expect(text).toContain(
        'The latest known price of **AAPL** is $300.00 (as of 20 Nov 2026, 14:30 UTC, Yahoo Finance).\n\nNot investment advice.',
      );
    },
  );

  it.each(['How has the book performed?', 'Are we beating the market?', 'What is the performance of our portfolio?'])(
    'describes the performance with the benchmark: “%s”',
    async (question) => {
      const performance = async () => ({
        verified: { from: '2026-01-05', to: '2026-11-19', percent: '3.21', benchmarkPercent: '2.00' },
        from: '2024-03-05',
        to: '2026-11-19',
        bookPercent: '17.78',
        benchmark: 'SPY',
        benchmarkPercent: '-1.50',
        method: 'Equal weight.',
        leftOut: ['IT'],
      });
      const answered = await answer(question, { ...book, performance });
      expect(answered).toContain(
        'Verified: from 2026-01-05 to 2026-11-19 the portfolio changed by **+3.21%**, SPY by **+2.00%**, counting each',
      );
      expect(answered).toContain(
        'As stated: from 2024-03-05 to 2026-11-19 the portfolio changed by **+17.78%**, SPY by **-1.50%**. Equal weight. Left out, because their closing prices or exchange rates are unknown: IT.',
      );
      expect(await answer(question)).not.toContain('changed by');
    },
  );

  it('recognizes a short ticker only in upper case', async () => {
    expect(await answer('How is it going with IT?')).toContain('Gartner (IT)');
    expect(await answer('Is it raining?')).not.toContain('Gartner');
  });

  it('finds a position whose ticker is nearly its name', async () => {
    const alphabet: PositionFact = { ...sold, name: 'Alphabet Inc.', ticker: 'GOOGL' };
    expect(await answer('How is Google doing?', bookOf(alphabet))).toContain('**Alphabet Inc. (GOOGL)** was bought on');
  });

  it('says that a price is missing instead of inventing one', async () => {
    expect(await answer('How is Gartner doing?')).toContain('No price is known at the moment');
  });

  it('says that the portfolio is empty', async () => {
    expect(await answer('What do we hold?', emptyLibrary)).toContain('There are no positions in the portfolio yet.');
  });

  it('quotes the matching passages with source and page, and cites them', async () => {
    const events = await eventsFor('What will inflation be?', documents);
    expect(textOf(events)).toContain(
      '> Inflation is expected to fall to 2.1 % in 2026.\n>\n> — **outlook\\_2026.pdf, page 3**',
    );
    expect(events).toContainEqual({
      type: 'citation',
      citation: {
        source: 'outlook_2026.pdf',
        title: 'outlook_2026.pdf, page 3',
        quote: passage.text,
        page: 3,
      },
    });
    expect(events).toContainEqual({
      type: 'activity',
      activity: { kind: 'collection_search', label: 'Searching your documents', state: 'done' },
    });
  });

  it('answers a question about a document from the documents', async () => {
    const text = await answer('What is the average growth in the report?', { ...documents, positions: book.positions });
    expect(text).toContain('Inflation is expected');
    expect(text).not.toContain('average gain');
  });

  it('says clearly that it found nothing', async () => {
    const text = await answer('What is the capital of France?');
    expect(text).toContain('I found nothing about that');
    expect(text).toContain('What I can answer:');
  });

  it("fails with a message if the data can't be read", async () => {
    const broken: Library = { ...emptyLibrary, positions: () => Promise.reject(new Error('connect 10.0.0.1:5432')) };
    await expect(answer('What do we hold?', broken)).rejects.toMatchObject({
      name: 'ModelError',
      code: 'unavailable',
      message: 'Your data is unavailable right now. Try again.',
    });
  });

  it('stops waiting for its data when it is aborted', async () => {
    const abort = new AbortController();
    const positions = () => {
      setImmediate(() => abort.abort());
      return new Promise<never>(() => {});
    };
    const stuck: Library = { ...emptyLibrary, positions };
    const events = await collect(analyst.stream({ ...ask('What do we hold?'), library: stuck }, abort.signal));
    expect(events.map(({ type }) => type)).toEqual(['activity']);
  });
});

describe('the offline analyst in a conversation', () => {
  const earlier: ModelTurn[] = [
    { role: 'user', content: 'Our runway is 14 months. What do we hold?' },
    { role: 'assistant', content: 'The portfolio holds 3 open positions:\n\n| Name |\n|---|\n| Tesla |' },
    { role: 'user', content: 'My budget for travel is 40,000 euros' },
    { role: 'assistant', content: 'Noted. The ECB meets on 3 December.' },
  ];

  it('lists earlier messages', async () => {
    const text = await answer('What did I ask before?', book, earlier);
    expect(text).toContain('1. Our runway is 14 months. What do we hold?\n2. My budget for travel is 40,000 euros');
  });

  it('quotes the first and the last message', async () => {
    expect(await answer('What was my first question?', book, earlier)).toContain('> Our runway is 14 months.');
    expect(await answer('What did I just ask?', book, earlier)).toContain('> My budget for travel is 40,000 euros');
  });

  it('summarizes the conversation', async () => {
    const text = await answer('Please summarise our conversation', book, earlier);
    expect(text).toContain('You have sent 2 messages in this conversation so far');
    expect(text).toContain('- **Our runway is 14 months. What do we hold?** The portfolio holds 3 open positions:');
    expect(text).toContain('- **My budget for travel is 40,000 euros** Noted.');
  });

  it('recalls an earlier fact and quotes it', async () => {
    const text = await answer('What is our travel budget?', book, earlier);
    expect(text).toContain('Earlier in this conversation you wrote:\n\n> My budget for travel is 40,000 euros');
    expect(text).not.toContain('runway');
  });

  it('recalls its own answers', async () => {
    expect(await answer('When does the ECB meet?', book, earlier)).toContain('> The ECB meets on 3 December.');
  });

  it('does not repeat questions as facts', async () => {
    const asked: ModelTurn[] = [
      { role: 'user', content: 'What is our runway?' },
      { role: 'assistant', content: 'I do not know.' },
    ];
    expect(await answer('So what is our runway?', book, asked)).toContain('I found nothing about that');
  });

  it('acknowledges a statement', async () => {
    expect(await answer('Our runway is 14 months.', book)).toContain('Got it.');
    expect(await answer('Remember that we meet on Friday', book)).toContain('Got it.');
  });

  it('states that there are no earlier messages', async () => {
    expect(await answer('What did I ask before?', book)).toContain('This is the first message');
  });
});
