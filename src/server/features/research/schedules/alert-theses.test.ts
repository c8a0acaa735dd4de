/** A new fact of a scheduled research that matches "wrong if" becomes news, only for the user of the research. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { storeSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { mailAlerts } from '~/server/features/follows/mail-alerts';
import { type MailServer, startMailServer } from '~/server/testing/fakes/mail-server';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { alertTheses, alertThesesJob, watchTheses } from './alert-theses.job';

let mailServer: MailServer;
let server: TestServer;
let address: string;
let admin: TestUser;
let ada: TestUser;
let grace: TestUser;
const old = 'Storage revenue of Tesla grew by 20% in the second quarter.';
const fact = 'Storage revenue of Tesla shrank for the second quarter in a row.';

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ env: { SMTP_URL: mailServer.url, MAIL_FROM: 'qinsight@example.com' } });
  address = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  await server.deps.db.sql`TRUNCATE investment_positions, portfolio_readers CASCADE`;
  [ada, grace] = [await signUp(server.deps), await signUp(server.deps)];
  for (const user of [ada, grace, admin]) await user.call.follows.look({});
  await server.deps.db.sql`UPDATE portfolio_readers SET since = since - interval '1 hour'`;
});

async function position(wrongIf = 'Storage revenue shrinks in two quarters in a row'): Promise<string> {
  const bought = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '100', purchaseDate: '2026-01-05T00:00:00.000Z' };
  const { id } = await admin.call.positions.add(bought);
  await admin.call.positions.writeThesis({ id, version: 0, wrongIf });
  return id;
}

/** Two reports of one schedule: the page contains `old`, and then `text`. */
async function reports(user: TestUser, text = fact, verdict = 'figures') {
  const { db } = server.deps;
  const { id: conversationId } = await user.call.conversations.create({});
  const plan = { question: 'How is storage?', modelId: 'm', minutes: 3, pages: 4 };
  const timing = { frequency: 'daily', time: '08:00', timeZone: 'UTC', nextAt: new Date('2999-01-01') };
  const schedule = await db.researchSchedule.create({
    data: { userId: user.user.id, conversationId, ...plan, questions: ['How is it?'], ...timing },
  });
  const url = 'https://news.example/storage';
  const ids: { id: string; messageId: string }[] = [];
  for (const [index, said] of [old, text].entries()) {
    const message = { conversationId, role: 'assistant', content: 'Report', metadata: {} };
    const answer = await db.message.create({ data: message });
    const page = { url, canonicalUrl: url, title: 'Storage', site: 'News', readAt: new Date(), text: said };
    const snapshot = await storeSnapshot(db, answer.id, page);
    const check = {
      verdict: index === 0 ? 'figures' : verdict,
      passage: said,
      snapshotId: snapshot?.id,
      checkedAt: new Date().toISOString(),
    };
    const metadata = { status: 'complete', citations: [{ source: 'news.example', url, check }] };
    await db.message.update({ where: { id: answer.id }, data: { metadata } });
    const row = { userId: user.user.id, conversationId, ...plan, state: 'done', scheduleId: schedule.id };
    const createdAt = new Date(1000 * (index + 1));
    const { id } = await db.research.create({ data: { ...row, messageId: answer.id, createdAt } });
    ids.push({ id, messageId: answer.id });
  }
  return { conversationId, first: ids[0] as { id: string }, second: ids[1] as { id: string; messageId: string } };
}
const alertsOf = async (user: TestUser) =>
  (await user.call.follows.news()).items.filter(({ kind }) => kind === 'wrongIf');
async function feedOf(user: TestUser): Promise<string> {
  const { url } = await user.call.follows.createFeed();
  return (await fetch(url.replace(/^https?:\/\/[^/]+/, address))).text();
}

it('a match is news with its report for the user of the research, on the page, by email and in the feed, once', async () => {
  const positionId = await position();
  const { conversationId, second } = await reports(ada);
  for (const user of [ada, grace]) {
    await server.deps.db.user.update({ where: { id: user.user.id }, data: { emailConfirmedAt: new Date() } });
    await user.call.follows.change({ alertMails: true });
  }
  expect(await alertTheses(server.deps, second.id, false)).toBe(true);
  expect(await alertTheses(server.deps, second.id, false)).toBe(true);

  const report = { conversationId, messageId: second.messageId, passage: fact };
  expect(await alertsOf(ada)).toMatchObject([{ positionId, ticker: 'TSLA', kind: 'wrongIf', report }]);
  expect((await ada.call.follows.news()).counts.wrongIf).toBe(1);
  const link = `/qchat?c=${conversationId}&m=${second.messageId}`;
  const feed = await feedOf(ada);
  expect(feed).toContain(link.replace('&', '&#38;'));
  expect(feed).not.toContain(fact);
  await server.deps.db.sql`UPDATE portfolio_readers SET mailed_at = mailed_at - interval '25 hours'`;
  await mailAlerts(server.deps, ada.user.id);
  const [mail] = mailServer.to(ada.user.email).filter(({ text }) => text.includes('positions you follow'));
  expect(mail?.text).toContain(link);
  expect(mail?.text).not.toContain(fact);

  // Neither another user nor an administrator sees it.
  for (const other of [grace, admin]) {
    expect(await alertsOf(other)).toEqual([]);
    expect((await other.call.follows.news()).counts.wrongIf).toBe(0);
    expect(await feedOf(other)).not.toContain(conversationId);
  }
  await mailAlerts(server.deps, grace.user.id);
  const graceMails = mailServer.to(grace.user.email).map(({ text }) => text);
  expect(graceMails.filter((text) => text.includes('wrong if') || text.includes(conversationId))).toEqual([]);
});

it('a match is left out for a position that is not followed, and deleted with its research', async () => {
  const positionId = await position();
  const { second } = await reports(ada);
  await alertTheses(server.deps, second.id, false);
  await ada.call.follows.follow({ id: positionId, isFollowed: false });
  expect(await alertsOf(ada)).toEqual([]);
  await ada.call.follows.follow({ id: positionId, isFollowed: true });
  expect(await alertsOf(ada)).toHaveLength(1);
  await server.deps.db.research.delete({ where: { id: second.id } });
  expect(await alertsOf(ada)).toEqual([]);
  expect(await server.deps.db.thesisAlert.count()).toBe(0);
});

it('a match is left out while its conversation is discarded', async () => {
  await position();
  const { conversationId, second } = await reports(ada);
  await alertTheses(server.deps, second.id, false);
  await ada.call.conversations.discard({ conversationIds: [conversationId] });
  expect(await alertsOf(ada)).toEqual([]);
  await ada.call.conversations.restore({ conversationIds: [conversationId] });
  expect(await alertsOf(ada)).toHaveLength(1);
});

it('a match requires a new fact, an open position and a matching "wrong if"', async () => {
  const positionId = await position('Cars lose their margin');
  const { first, second } = await reports(ada);
  await alertTheses(server.deps, second.id, false);
  expect(await server.deps.db.thesisAlert.count()).toBe(0);
  await admin.call.positions.writeThesis({
    id: positionId,
    version: 1,
    wrongIf: 'Storage revenue shrinks in two quarters in a row',
  });
  // The first report has no earlier one, so nothing in it is new.
  await alertTheses(server.deps, first.id, false);
  expect(await server.deps.db.thesisAlert.count()).toBe(0);
  await admin.call.positions.close({ id: positionId, closePrice: '90' });
  await alertTheses(server.deps, second.id, false);
  expect(await server.deps.db.thesisAlert.count()).toBe(0);
});

it("a match waits until the sources are checked, and uses the pages' content at the last attempt", async () => {
  await position();
  const { second } = await reports(ada, fact, 'pending');
  expect(await alertTheses(server.deps, second.id, false)).toBe(false);
  expect(await server.deps.db.thesisAlert.count()).toBe(0);
  expect(await alertTheses(server.deps, second.id, true)).toBe(true);
  // The first report's fact was replaced by another one on the same page.
  expect(await server.deps.db.thesisAlert.count()).toBe(1);
});

it('a match is only detected for scheduled research', async () => {
  const { second } = await reports(ada);
  const { db } = server.deps;
  const queued = () => db.job.count({ where: { kind: alertThesesJob.kind, key: second.id } });
  await db.research.update({ where: { id: second.id }, data: { scheduleId: null } });
  await watchTheses(server.deps, { id: second.id, userId: ada.user.id });
  expect(await queued()).toBe(0);
  const schedule = await db.researchSchedule.findFirstOrThrow({ where: { userId: ada.user.id } });
  await db.research.update({ where: { id: second.id }, data: { scheduleId: schedule.id } });
  await watchTheses(server.deps, { id: second.id, userId: ada.user.id });
  expect(await queued()).toBe(1);
});
