/**
 * Sample users and conversations. Everything is marked as a sample: the names, the titles, the name of the model. Ids
 * are fixed, so that a second run finds the rows of the first one. Sources are real pages; the answers contain general
 * knowledge, without figures that would become outdated.
 */
export interface SampleSource {
  source: string;
  title: string;
  url: string;
}

/** A sentence or a paragraph of an answer; with a source, it is based on that. */
export type SampleText = string | { text: string; from: SampleSource };

export interface SampleConversation {
  id: string;
  title: string;
  daysAgo: number;
  turns: { ids: [question: string, answer: string]; question: string; answer: SampleText[] }[];
}

export interface SamplePerson {
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  conversations: SampleConversation[];
}

const fed: SampleSource = {
  source: 'Federal Reserve',
  title: 'Monetary policy',
  url: 'https://www.federalreserve.gov/monetarypolicy.htm',
};
const ecb: SampleSource = {
  source: 'European Central Bank',
  title: 'Monetary policy decisions',
  url: 'https://www.ecb.europa.eu/mopo/html/index.en.html',
};
const bls: SampleSource = {
  source: 'U.S. Bureau of Labor Statistics',
  title: 'Consumer Price Index',
  url: 'https://www.bls.gov/cpi/',
};
const sec: SampleSource = {
  source: 'U.S. Securities and Exchange Commission',
  title: 'How to read a 10-K',
  url: 'https://www.investor.gov/introduction-investing/getting-started/researching-investments/how-read-10-k',
};

/** The prefix 3f5a is reserved for samples. */
const id = (number: number) => `3f5a0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const samplePeople: readonly SamplePerson[] = [
  {
    email: 'ada.sample@example.com',
    firstName: 'Ada',
    lastName: '(sample)',
    isAdmin: true,
    conversations: [
      {
        id: id(1),
        title: 'What moves interest rates? (sample)',
        daysAgo: 1,
        turns: [
          {
            ids: [id(11), id(12)],
            question: 'What moves interest rates, and which of it can a company plan with?',
            answer: [
              'Three things, from the quickest to the slowest:\n\n1. **The policy rate.** ',
              {
                text: 'The Federal Reserve sets a range for the rate at which banks lend to each other overnight, to keep prices stable and employment high.',
                from: fed,
              },
              ' ',
              { text: 'The European Central Bank does the same for the euro area with its key rates.', from: ecb },
              '\n2. **What people expect of it.** Long rates are mostly expected short rates, plus a premium for waiting.\n3. **Inflation.** ',
              {
                text: 'The Consumer Price Index follows what urban households pay for a basket of goods and services, and is published once a month.',
                from: bls,
              },
              '\n\nA company can plan with the *calendar* – meetings and releases are known a year ahead – but not with the outcome. Fix the part of your debt that would hurt, and leave the rest floating.',
            ],
          },
          {
            ids: [id(13), id(14)],
            question: 'Put the difference between fixed and floating into a small table.',
            answer: [
              '| | Fixed | Floating |\n|---|---|---|\n| Cost today | usually higher | usually lower |\n| Cost next year | known | follows the policy rate |\n| When rates fall | you pay on | you gain at once |\n| When rates rise | you are safe | you pay at once |\n\nMost treasurers hold both, and move the share slowly.',
            ],
          },
        ],
      },
    ],
  },
  {
    email: 'ben.sample@example.com',
    firstName: 'Ben',
    lastName: '(sample)',
    isAdmin: false,
    conversations: [
      {
        id: id(2),
        title: 'Reading an annual report (sample)',
        daysAgo: 3,
        turns: [
          {
            ids: [id(21), id(22)],
            question: 'In which order should I read an annual report when I have half an hour?',
            answer: [
              {
                text: 'A 10-K has the same parts every year: the business, its risks, the management’s discussion, the audited statements and their notes.',
                from: sec,
              },
              '\n\nWith half an hour:\n\n1. **Notes on revenue** (10 min): when is a sale a sale?\n2. **Cash flow statement** (10 min): profit that does not become cash within two years is an opinion.\n3. **Risks that are new this year** (5 min): compare with last year’s list.\n4. **The discussion** (5 min), last, because it is written to be read first.',
            ],
          },
        ],
      },
    ],
  },
  {
    email: 'cleo.sample@example.com',
    firstName: 'Cleo',
    lastName: '(sample)',
    isAdmin: false,
    conversations: [
      {
        id: id(3),
        title: 'A board memo on pricing (sample)',
        daysAgo: 0,
        turns: [
          {
            ids: [id(31), id(32)],
            question: 'Draft the outline of a one-page board memo that proposes a price rise.',
            answer: [
              '**Proposal.** One sentence: what, how much, from when.\n\n**Why now.** Costs since the last change, with their source: ',
              { text: 'the Consumer Price Index is the usual yardstick for general inflation.', from: bls },
              '\n\n**What customers will do.** Expected churn with a range, and what you saw last time.\n\n**What it brings.** Revenue in the good, the expected and the bad case.\n\n**How we would know we were wrong.** One figure, one date, and who decides to go back.',
            ],
          },
        ],
      },
    ],
  },
];
