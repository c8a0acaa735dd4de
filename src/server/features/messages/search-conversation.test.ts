import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storePassages } from '~/server/features/uploads/store-passages';
import { indexPassages } from '~/server/retrieval/index-passages';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { searchConversation } from './search-conversation';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

/** A conversation with one file; each text is a page with one passage. */
async function conversationWith(...pages: string[]) {
  const { db } = server.deps;
  const { id: conversationId } = await ada.call.conversations.create({});
  const { id: messageId } = await db.message.create({
    data: { conversationId, role: 'user', content: '', attachments: [{ name: 'report.pdf' }] },
  });
  const objectId = randomUUID();
  await db.storedObject.create({
    data: { id: objectId, userId: ada.user.id, messageId, name: 'report.pdf', readState: 'ready' },
  });
  const passages = pages.map((text, index) => ({ page: index + 1, start: index * 2000, text }));
  await storePassages(server.deps, objectId, passages);
  const search = async (question: string) =>
    (await searchConversation(server.deps, { conversationId, questionId: messageId }, question, { limit: 10 })).map(
      ({ page }) => page,
    );
  return { conversationId, objectId, search };
}

const filler = 'The weather was fine and the meeting went on for a while without any result.';

describe('a search in the files of a conversation', () => {
  it.each([
    ['What was capex in FY20?', 'Purchases of property, plant and equipment 2020 (1,577)'],
    ['How high was COGS?', 'Cost of sales 42.1'],
    ['Which lawsuits are pending?', 'Legal proceedings and contingencies'],
    ['1577', 'Purchases of property, plant and equipment (1,577)'],
    ['credit agricole', 'The loan of Crédit Agricole was repaid.'],
  ])('finds "%s" in other words', async (question, text) => {
    const { search } = await conversationWith(filler, text, `${filler} Again.`);
    expect((await search(question))[0]).toBe(2);
  });

  it.each([
    [
      'Umsatz',
      'Die Umsatzentwicklung ist für das Jahr und für die Zukunft gut. Der Umsatz und die Entwicklung der Preise sind stabil.',
      'Das Wetter war gut und die Sitzung war lang, aber es gab für den Vorstand kein Ergebnis.',
    ],
    [
      'Wie war die Umsatzrendite?',
      'Die Rendite ist für das Jahr gut und die Kosten sind niedrig.',
      'Das Wetter war gut und es war warm.',
    ],
    ['bénéfices', 'Le bénéfice de la société est en hausse et les actionnaires sont contents.', 'Le temps est beau.'],
    ['現金流量', '合併現金流量表には営業活動が示されている。', '天気は良かった。'],
    ['매출', '회사의 매출은 늘었다.', '날씨가 좋았다.'],
  ])('finds "%s" in its language', async (question, text, other) => {
    const { search } = await conversationWith(other, text, other);
    expect(await search(question)).toEqual([2]);
  });

  it('finds nothing for words that no file has, or without meaning', async () => {
    const { search } = await conversationWith(filler);
    expect(await search('zeppelin')).toEqual([]);
    expect(await search('the of and')).toEqual([]);
    expect(await search('… – ')).toEqual([]);
  });

  it('never returns passages of another conversation', async () => {
    const secret = await conversationWith('The secret palace opens in May.');
    const { search } = await conversationWith(filler);
    expect(await search('secret palace')).toEqual([]);
    expect(await secret.search('secret palace')).toEqual([1]);
  });

  it('survives concurrent indexing of a file, another scope, and the deletion of the file', async () => {
    const { db } = server.deps;
    const { objectId, search } = await conversationWith('The harbor was dredged.');
    await Promise.all([indexPassages({ db }, objectId, objectId), indexPassages({ db }, objectId, objectId)]);
    expect(await search('harbor')).toEqual([1]);
    await indexPassages({ db }, objectId, randomUUID());
    expect(await search('harbor')).toEqual([1]);
    const { number } = await db.passageIndex.findUniqueOrThrow({ where: { objectId } });
    await db.storedObject.delete({ where: { id: objectId } });
    expect(await search('harbor')).toEqual([]);
    expect(await db.passageTerm.count({ where: { file: number } })).toBe(0);
    await indexPassages({ db }, objectId, objectId);
    expect(await db.passageIndex.count({ where: { objectId } })).toBe(0);
  });
});
