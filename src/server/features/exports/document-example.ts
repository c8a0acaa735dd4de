/** An answer with every element that a document can contain, for tests. */
import type { ExportMessage, ExportSource } from './make-document';

const answerText = [
  '# Rates',
  'Rates rose to **4.5%** in *March*. Growth ~~slowed~~ stayed.',
  '| Year | Rate |\n|---|---:|\n| 2024 | 4.5% |\n| 2025 | 3.9% |',
  '1. one\n   - nested\n2. two',
  '- [x] done\n- [ ] open',
  '> A quotation.',
  '```python\nif x:\n    print("$5")\n```',
  'A [link](https://a.example/x), a [bad one](javascript:alert(1)) and ![a chart](https://i.example/a.png).',
  'Zinsen Ελλάδα Москва שלום, $x_1^2$ and #let x = 1.',
].join('\n\n');

const checkedAt = '2026-11-20T10:00:00.000Z';
const end = answerText.indexOf(' in *March*');

export const question: ExportMessage = {
  id: '00000000-0000-4000-8000-000000000001',
  role: 'user',
  content: 'What moves rates?\nIn *one* line.',
  attachments: [{ type: 'application/pdf', name: 'report.pdf', size: 1, url: '/objects/1' }],
  metadata: {},
  createdAt: new Date('2026-11-20T09:59:00Z'),
};

export const answer: ExportMessage = {
  id: '00000000-0000-4000-8000-000000000002',
  role: 'assistant',
  content: answerText,
  attachments: [],
  metadata: {
    model: 'grok-4',
    citations: [
      {
        source: 'Federal Reserve',
        url: 'https://www.fed.example/a',
        title: 'Minutes',
        start: answerText.indexOf('Rates rose'),
        end,
        quote: 'Rates rose to 4.5%',
        check: { verdict: 'quote', checkedAt },
      },
      {
        source: 'Other',
        url: 'https://other.example/',
        title: 'Other page',
        check: { verdict: 'absent', missing: ['4.6%'], checkedAt },
      },
    ],
  },
  createdAt: new Date('2026-11-20T10:00:00Z'),
};

export const exampleSource: ExportSource = {
  title: 'What moves "rates"? #panic()',
  madeAt: new Date('2026-11-21T12:00:00Z'),
  messages: [question, answer],
};

/** The expected footnote of the first source. */
export const firstNote = 'Minutes, fed.example. Verified quote: "Rates rose to 4.5%"';
export const otherNote = 'Other page, other.example. Not found on the page (not found: 4.6%)';
