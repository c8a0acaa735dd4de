import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkIn, type MailServer, startMailServer } from '~/server/testing/fakes/mail-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { failResearch, working } from './fail-research';
import { announceResearch, mailResearch, mailResearchJob } from './mail-research.job';
import { runResearchJob } from './run-research.job';

let mailServer: MailServer;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ env: { SMTP_URL: mailServer.url, MAIL_FROM: 'qinsight@example.com' } });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  ada = await signUp(server.deps);
  await server.deps.db.user.update({ where: { id: ada.user.id }, data: { emailConfirmedAt: new Date() } });
});

async function finished(more: { isUnread?: boolean; state?: string; error?: string } = {}) {
  const { isUnread = true, state = 'done', error } = more;
  const { db } = server.deps;
  const { id: conversationId } = await db.conversation.create({
    data: { userId: ada.user.id, title: 'Rates', isUnread },
    select: { id: true },
  });
  const data = {
    userId: ada.user.id,
    conversationId,
    question: 'Rates <b>?',
    modelId: 'm',
    minutes: 1,
    pages: 1,
    state,
    ...(error && { error }),
  };
  return db.research.create({ data, select: { id: true, userId: true, conversationId: true } });
}
const mails = () => mailServer.to(ada.user.email).filter(({ headers }) => headers.subject?.includes('research'));

it('an unread report is announced by email, with a link but without its text', async () => {
  const research = await finished();
  await mailResearch(server.deps, research.id);
  const [mail] = mails();
  expect(mail && linkIn(mail)).toContain(`/qchat?c=${research.conversationId}`);
  expect(mail?.text).toContain('Rates <b>?');
  expect(mail?.html).toContain('Rates &#60;b&#62;?');
});

it.each([
  ['was read', { isUnread: false }],
  ['is still being written', { state: 'writing' }],
])('a report that %s is not announced', async (_name, more) => {
  await mailResearch(server.deps, (await finished(more)).id);
  expect(mails()).toEqual([]);
});

it('a report in a discarded conversation is not announced', async () => {
  const { id, conversationId } = await finished();
  await ada.call.conversations.discard({ conversationIds: [conversationId] });
  await mailResearch(server.deps, id);
  expect(mails()).toEqual([]);
});

it('an unconfirmed email, or a locked account, gets no email', async () => {
  const { id } = await finished();
  const update = (data: object) => server.deps.db.user.update({ where: { id: ada.user.id }, data });
  await update({ emailConfirmedAt: null });
  await mailResearch(server.deps, id);
  await update({ emailConfirmedAt: new Date(), isLocked: true });
  await mailResearch(server.deps, id);
  expect(mails()).toEqual([]);
});

it('the email waits a while for the reader, once for each research', async () => {
  const research = await finished();
  await announceResearch(server.deps, research);
  await announceResearch(server.deps, research);
  const jobs = await server.deps.db.job.findMany({ where: { kind: mailResearchJob.kind, key: research.id } });
  expect(jobs).toHaveLength(1);
  expect(jobs[0]?.runAt.getTime()).toBeGreaterThan(jobs[0]?.createdAt.getTime() ?? Number.POSITIVE_INFINITY);
});

it('a failure is announced with its reason, and a repeated email has the same id', async () => {
  const research = await finished({ state: 'failed', error: 'No page was found.' });
  await mailResearch(server.deps, research.id);
  await mailResearch(server.deps, research.id);
  const [mail, again] = mails();
  expect(mail?.headers.subject).toContain('research failed');
  expect(mail?.text).toContain('No page was found.');
  expect(mail && linkIn(mail)).toContain(`/qchat?c=${research.conversationId}`);
  expect(mail?.headers['message-id']).toContain(research.id);
  expect(again?.headers['message-id']).toBe(mail?.headers['message-id']);
});

it('a failure marks the conversation and queues one email, however often it is recorded', async () => {
  const { db } = server.deps;
  const research = await finished({ isUnread: false, state: 'running' });
  const fail = () => failResearch(server.deps, research.id, working, 'No page was found.');
  await Promise.all([fail(), fail()]);
  await fail();
  const jobs = await db.job.findMany({ where: { kind: mailResearchJob.kind, key: research.id } });
  expect(jobs.map(({ payload }) => payload)).toEqual([{ researchId: research.id }]);
  expect(await ada.call.conversations.activity()).toMatchObject({ unread: [research.conversationId] });
  expect(await db.research.findUnique({ where: { id: research.id } })).toMatchObject({
    state: 'failed',
    error: 'No page was found.',
  });
});

it("a research that has ended can't fail any more, and announces nothing", async () => {
  const research = await finished({ isUnread: false });
  await failResearch(server.deps, research.id, working, 'Too late.');
  expect(await server.deps.db.job.count({ where: { kind: mailResearchJob.kind, key: research.id } })).toBe(0);
  expect(await ada.call.conversations.activity()).toMatchObject({ unread: [] });
});

it('a scheduled run whose model is gone fails, is marked and announced', async () => {
  const { db } = server.deps;
  const { id } = await finished({ isUnread: false, state: 'queued' });
  await server.deps.jobs.enqueue(runResearchJob, { researchId: id }, { key: id, userId: ada.user.id });
  await until(async () => (await ada.call.research.get({ id })).state === 'failed');
  expect(await db.job.count({ where: { kind: mailResearchJob.kind, key: id } })).toBe(1);
  await mailResearch(server.deps, id);
  expect(mails()[0]?.text).toContain('The AI model for this research is no longer available.');
});
