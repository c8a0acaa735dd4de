/** Executives' questions about a small collection, without a model: most answers must quote the right sentence. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { createOfflineAnalyst } from './offline-analyst';

const documents: Record<string, string[]> = {
  'Annual report 2025': [
    'Harbor Foods sells frozen meals in nine countries.',
    'Net sales came to $412 million in 2025, 8% more than the year before. Operating income was $51.5 million, and net income $36.2 million.',
    'Purchases of property, plant and equipment amounted to $28.4 million, most of it for the new line in Rotterdam.',
    'Long-term borrowings were $120 million at the end of the year. The covenant allows a ratio of net debt to EBITDA of at most 3.0; ours was 1.6.',
    'The workforce grew to 1,840 employees, of whom 610 work in Portugal.',
    'A dividend of $0.42 per share was paid in May.',
    'The three largest customers account for 46% of net sales; the largest alone for 21%.',
  ],
  'Board minutes of March': [
    'The directors approved the purchase of Northwind Bakery for $64 million, subject to clearance by the competition authority.',
    'Maria Lindqvist becomes chief financial officer on July 1. She follows Tom Reyes, who retires.',
    'The directors did not approve the share repurchase that management had proposed.',
  ],
  'Risk register': [
    'The main risk is the price of energy: a rise of 10% costs $3.1 million a year.',
    'A former supplier has filed a lawsuit for $7 million over a contract that was ended in 2024. Our lawyers expect a settlement.',
    'One plant makes all products with gluten-free labels, so a fire there would stop them for four months.',
  ],
  'Vacation and travel policy': [
    'Employees have 31 days of vacation a year. Up to five days can be moved to the next year.',
    'Flights under four hours are booked in economy class. Expenses above $500 need the approval of a manager.',
  ],
};

/** Each with a part of the sentence that answers it. */
const questions: [question: string, expected: string][] = [
  ['What was our revenue in 2025?', '$412 million'],
  ['How profitable were we last year?', '$36.2 million'],
  ['How much capex did we spend?', '$28.4 million'],
  ['How much debt do we have?', '$120 million'],
  ['Are we close to breaching a covenant?', 'at most 3.0'],
  ['What is our headcount?', '1,840 employees'],
  ['What dividends did we pay?', '$0.42 per share'],
  ['How dependent are we on our biggest customers?', '46% of net sales'],
  ['Which acquisitions did the board approve?', 'Northwind Bakery'],
  ['Who is the new CFO?', 'Maria Lindqvist'],
  ['Was the buyback approved?', 'did not approve the share repurchase'],
  ['What are our biggest risks?', 'price of energy'],
  ['Is there any litigation against us?', 'filed a lawsuit'],
  ['How many vacation days do employees get?', '31 days'],
];
const minUseful = 11;

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ model: createOfflineAnalyst({ tokenDelayMs: 0 }) });
  ada = await signUp(server.deps);
  const { id: collectionId } = await ada.call.collections.create({ name: 'Company' });
  for (const [title, paragraphs] of Object.entries(documents)) {
    const content = paragraphs.join('\n\n');
    const { id: documentId } = await ada.call.collections.addDocument({ collectionId, title, content });
    await until(async () => (await ada.call.collections.document({ collectionId, documentId })).state === 'ready');
  }
});
afterAll(() => server.close());

async function answerTo(content: string): Promise<string> {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content });
  const conversationId = sent.conversation.id;
  const newest = async () => (await ada.call.messages.list({ conversationId })).items.at(-1);
  await until(async () => (await newest())?.metadata.processing === false);
  return (await newest())?.content ?? '';
}

it(`answers at least ${minUseful} of ${questions.length} questions with the right quotation`, async () => {
  const missed: string[] = [];
  for (const [question, expected] of questions) {
    const answer = await answerTo(question);
    if (!answer.includes(expected)) missed.push(`${question}\n${answer.slice(0, 600)}`);
  }
  expect(questions.length - missed.length, missed.join('\n\n')).toBeGreaterThanOrEqual(minUseful);
});

it('finds nothing if the collection has no answer', async () => {
  expect(await answerTo('When does the lighthouse keeper retire to Patagonia?')).toContain(
    'I found nothing about that',
  );
});
