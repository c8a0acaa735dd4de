import { type RecordedRequest, startModelServer } from '~/server/testing/fakes/model-server';
import { expectAccessibleAtOneWidth } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp, startServer, test } from './fixtures';

const codeWord = 'HELIOTROPE';
const firstMessage = `Remember that the code word is ${codeWord}.`;
const summary = `The user gave the code word ${codeWord} and then sent notes about rates.`;
const filler = (times: number) => 'rates and growth of the euro area, '.repeat(times);
const question = 'What was the code word?';

const textsOf = ({ body }: RecordedRequest) => (body.messages as { content: string }[]).map(({ content }) => content);
const isSummary = (request: RecordedRequest) => textsOf(request)[0]?.startsWith('You condense') === true;
const asks = (request: RecordedRequest) => textsOf(request).at(-1)?.includes(question) === true;

/** Answers only from the messages in the request. */
function script(request: RecordedRequest) {
  if (isSummary(request))
    return { text: textsOf(request).join('\n').includes(codeWord) ? summary : 'Notes about rates.' };
  if (!asks(request)) return { text: `Understood: ${filler(70)}` };
  return { text: textsOf(request).join('\n').includes(summary) ? `It was ${codeWord}.` : 'I was not told.' };
}

test('a long conversation is summarized, and its first message is still used', async ({ page }) => {
  const model = await startModelServer({ script });
  // A model with a known window of 4,096 tokens.
  const server = await startServer({ AI_BASE_URL: model.baseUrl, AI_MODEL: 'llama2' });
  const pageErrors = collectPageErrors(page, server);
  try {
    await signUp(page, server);
    const post = async (path: string, data: object) => {
      const response = await page.request.post(`${server.url}/api${path}`, { data });
      expect(response.ok(), await response.text()).toBe(true);
      return (await response.json()) as { id: string };
    };
    const { id } = await post('/conversations', { title: 'Notes' });
    const say = (content: string) => post(`/conversations/${id}/messages`, { content });
    await say(firstMessage);
    for (let note = 1; note <= 4; note++) await say(`Note ${note}: ${filler(50)}`);
    const stored = async () => {
      const response = await page.request.get(`${server.url}/api/conversations/${id}/summary`);
      return ((await response.json()) as { summary: { content: string } | null }).summary?.content;
    };
    await expect.poll(stored, { timeout: 60_000 }).toBe(summary);

    await page.goto(`${server.url}/qchat?c=${id}`);
    await ask(page, question);
    await expect(answer(page)).toContainText(`It was ${codeWord}.`);
    await waitForAnswer(page);
    const sent = model.requests.filter(asks).flatMap(textsOf).join('\n');
    expect(sent).toContain(summary);
    expect(sent).not.toContain(firstMessage);

    const note = answer(page).getByRole('button', { name: 'Earlier messages are summarized' });
    await expect(note).toHaveAttribute('aria-expanded', 'false');
    await note.click();
    const opened = answer(page).getByRole('region', { name: 'Summary of earlier messages' });
    await expect(opened).toContainText(summary);
    await expect(opened).toContainText('condensed by llama2');
    await expectAccessibleAtOneWidth(page, 'summary');
  } finally {
    await server.dispose();
    await model.close();
  }
  expect(pageErrors).toEqual([]);
});
