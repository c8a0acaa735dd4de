import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '100' } });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

interface Text {
  content: string;
  role?: 'user' | 'assistant';
  createdAt?: Date;
  metadata?: { processing?: boolean; modelId?: string };
  attachments?: { name: string }[];
}

async function conversation(title: string, texts: Text[], user = ada) {
  const { id: conversationId } = await user.call.conversations.create({ title });
  const ids: string[] = [];
  for (const text of texts) {
    const row = await server.deps.db.message.create({ data: { role: 'user', ...text, conversationId } });
    ids.push(row.id);
  }
  return { conversationId, ids };
}

const search = async (q: string, more: object = {}, user = ada) =>
  (await user.call.search.messages({ q, ...more })).items;
const found = async (q: string, more: object = {}) => (await search(q, more)).map(({ messageId }) => messageId);

describe('a search', () => {
  it('finds messages by the beginnings of all their words, ignoring case and accents, with marks', async () => {
    const { conversationId, ids } = await conversation('Trips', [
      { content: 'The Crédit Agricole loan was repaid in Zürich, long before the harbor was dredged.' },
      { content: 'A loan of another bank.' },
    ]);
    const [hit, ...others] = await search('ZURICH agric');
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ conversationId, messageId: ids[0], title: 'Trips', role: 'user', files: [] });
    expect(hit?.snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Agric', 'Zürich']);
    expect(hit?.snippet.map(({ text }) => text).join('')).toContain('The Crédit Agricole loan');
  });

  it.each([
    ['現金流量', '合併現金流量表には営業活動が示されている。'],
    ['매출', '회사의 매출은 늘었다.'],
    ['привет', 'ПРИВЕТ, мир'],
    ['ναι', 'Ναί, βέβαια'],
    ['umsatz', 'Die Umsatzentwicklung ist gut.'],
    ['C++ 2024', 'It was written in C++ in 2024-05.'],
    ["o'neill", "Mr. O'Neill left."],
    ['€100', 'It costs €100.'],
    ['100', 'It costs €100.'],
    ['4,2€', 'Sie kostet 4,2 €.'],
    ['฿50', 'ราคา ฿50'],
    ['الأرباح؟', 'نمت الأرباح، والتكاليف.'],
    ['בית־ספר', 'זה בית־ספר.'],
    ['रुपये।', 'सौ रुपये'],
    ['トヨタ・プリウス', 'トヨタ・プリウスを買った。'],
    ['東京ガス', '東京ガスの株価は上がった。'],
    ['ที่ดิน', 'ราคาที่ดินเพิ่มขึ้น'],
    ['हिन्दी', 'मुझे हिन्दी आती है।'],
  ])('finds "%s" in its language', async (q, content) => {
    const { ids } = await conversation('Languages', [{ content }]);
    expect(await found(q)).toContain(ids[0]);
  });

  it('finds titles and the names of files', async () => {
    const { conversationId, ids } = await conversation('Quokka habitats', [
      { content: 'See the file.', attachments: [{ name: 'wombat-census_2024.pdf' }] },
    ]);
    expect(await search('quokka')).toMatchObject([{ conversationId, messageId: null, role: null }]);
    expect(await search('wombat census')).toMatchObject([{ messageId: ids[0], files: ['wombat-census_2024.pdf'] }]);
    await ada.call.conversations.rename({ conversationId, title: 'Marsupials' });
    expect(await search('quokka')).toEqual([]);
    expect(await search('marsupials')).toHaveLength(1);
  });

  it('ranks entries with more of the words first, and equal ones by time', async () => {
    const { ids } = await conversation('Order', [
      { content: 'An axolotl.', createdAt: new Date('2026-01-01') },
      { content: 'An axolotl and another axolotl; axolotl!', createdAt: new Date('2026-01-02') },
      { content: 'An axolotl.', createdAt: new Date('2026-01-03') },
    ]);
    expect(await found('axolotl')).toEqual([ids[1], ids[2], ids[0]]);
    expect(await found('axolotl', { limit: 1 })).toEqual([ids[1]]);
  });

  it('can be filtered by model, files and days', async () => {
    const { ids } = await conversation('Filters', [
      { content: 'narwhal', createdAt: new Date('2026-03-01T12:00:00Z'), attachments: [{ name: 'a.pdf' }] },
      {
        content: 'narwhal',
        role: 'assistant',
        createdAt: new Date('2026-03-02T23:59:59Z'),
        metadata: { modelId: 'm1' },
      },
      {
        content: 'narwhal',
        role: 'assistant',
        createdAt: new Date('2026-03-03T00:00:00Z'),
        metadata: { modelId: 'm2' },
      },
    ]);
    expect(await found('narwhal', { model: 'm1' })).toEqual([ids[1]]);
    expect(await found('narwhal', { files: 'with' })).toEqual([ids[0]]);
    expect(await found('narwhal', { from: '2026-03-02', to: '2026-03-02' })).toEqual([ids[1]]);
    expect(await found('narwhal', { to: '2026-03-01' })).toEqual([ids[0]]);
  });

  it('can leave out titles, so that they take no places of messages', async () => {
    const { ids } = await conversation('A tapir', [{ content: 'tapir', createdAt: new Date('2026-01-01') }]);
    await conversation('Two tapirs', []);
    expect(await found('tapir', { limit: 2 })).toEqual([null, null]);
    expect(await found('tapir', { limit: 2, titles: 'without' })).toEqual(ids);
  });

  it('finds the messages of a project', async () => {
    const bob = await signUp(server.deps);
    const { id: projectId } = await ada.call.projects.create({ name: 'Board' });
    const { conversationId, ids } = await conversation('Inside', [{ content: 'The quokka inside.' }]);
    await conversation('Outside', [{ content: 'The quokka outside.' }]);
    await ada.call.projects.moveConversations({ conversationIds: [conversationId], projectId });
    expect(await found('quokka', { projectId })).toEqual([ids[0]]);
    expect(await found('quokka')).toHaveLength(2);
    await expect(search('quokka', { projectId }, bob)).rejects.toThrow('Project not found');
  });

  it('finds an answer once it is finished, and reports if it is on another branch', async () => {
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'pangolin?' });
    const call = await model.nextCall();
    await call.emit('Pangolins have scales.');
    expect(await found('scales')).toEqual([]);
    await call.finish();
    await until(async () => (await found('scales')).length === 1);
    await ada.call.messages.send({
      clientRequestId: randomUUID(),
      content: 'armadillo?',
      conversationId: sent.conversation.id,
      replaces: sent.userMessage.id,
    });
    await (await model.nextCall()).finish();
    const hit = { messageId: sent.assistantMessage.id, role: 'assistant' };
    expect(await search('scales')).toMatchObject([{ ...hit, isActive: false }]);
    expect(await found('armadillo')).toHaveLength(1);
    await ada.call.messages.show({ messageId: sent.assistantMessage.id });
    expect(await search('scales')).toMatchObject([{ ...hit, isActive: true }]);
    const conversationIds = [sent.conversation.id];
    await ada.call.conversations.discard({ conversationIds });
    expect(await found('scales')).toEqual([]);
    await ada.call.conversations.restore({ conversationIds });
    expect(await found('scales')).toHaveLength(1);
    await ada.call.conversations.delete({ conversationId: sent.conversation.id });
    expect(await found('scales')).toEqual([]);
  });

  it('shows nothing of other users', async () => {
    const bob = await signUp(server.deps);
    await conversation('Capybara', [{ content: 'The capybara swims.' }], bob);
    expect(await search('capybara')).toEqual([]);
    expect(await search('capybara', {}, bob)).toHaveLength(2);
  });

  it('finds rare words behind thousands of newer messages', async () => {
    const user = await signUp(server.deps);
    const { conversationId } = await conversation(
      'Long',
      [{ content: 'ibex', createdAt: new Date('2026-01-01') }],
      user,
    );
    await server.deps.db.sql`
      INSERT INTO messages (conversation_id, role, content)
      SELECT ${conversationId}::uuid, 'user', 'The weather was fine ' || n FROM generate_series(1, 1600) AS n`;
    const [hit] = await search('ibex', {}, user);
    expect(hit).toMatchObject({ conversationId });
    await conversation('Another ibex', [], user);
    expect(await search('ibex', { limit: 1 }, user)).toMatchObject([{ messageId: null }]);
    expect(await search('ibex', { limit: 1, titles: 'without' }, user)).toEqual([hit]);
    expect(await search('weather', { limit: 20 }, user)).toHaveLength(20);
  });

  it('finds the newest of many messages whose words are rare in recent ones', async () => {
    const grace = await signUp(server.deps);
    const { conversationId } = await conversation('Many', [], grace);
    // More old matches than are sorted by time, and a few among the newest entries.
    await server.deps.db.sql`
      INSERT INTO search_entries (id, conversation_id, user_id, is_title, at, has_files, words)
      SELECT gen_random_uuid(), ${conversationId}::uuid, ${grace.user.id}::uuid, false, to_timestamp(n), false,
             search_words(${grace.user.id}::uuid, CASE WHEN n <= 20500 OR n % 200 = 0 THEN 'capybara' ELSE 'other' END, '')
      FROM generate_series(1, 22500) AS n`;
    const hits = await search('capybara', { limit: 20 }, grace);
    const seconds = hits.map(({ at }) => at.getTime() / 1000);
    const afterwards = [22_400, 22_200, 22_000, 21_800, 21_600, 21_400, 21_200, 21_000, 20_800, 20_600];
    expect(seconds).toEqual([...afterwards, ...Array.from({ length: 10 }, (_, n) => 20_500 - n)]);
  });

  it.each([
    ['a long text', 'elephant '.repeat(1100)],
    ['many different words', Array.from({ length: 1200 }, (_, n) => `word${n}`).join(' ')],
    ['one long word', 'x'.repeat(10_000)],
    ['wildcards', '%_* ***'],
    ['operators', "' & | ! <-> :* ( ) \\"],
    ['stop words', 'the of and'],
    ['emoji', '🎉🎉'],
    ['half a character', '\ud83d!'.toWellFormed()],
  ])('survives %s', async (_name, q) => {
    expect(await search(q)).toEqual([]);
  });

  it('survives texts that no index entry can contain', async () => {
    const content = Array.from({ length: 140_000 }, (_, n) => String.fromCodePoint(0x10000 + n)).join(' ');
    const { ids } = await conversation('Odd', [{ content: `okapi ${content}` }]);
    expect(await found('okapi')).toEqual([ids[0]]);
  });

  it('rejects texts that are too long and days that do not exist', async () => {
    await expect(search('x'.repeat(10_001))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(search('x', { from: '2026-02-30' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
