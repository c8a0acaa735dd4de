import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkIn, type Mailbox, startMailbox } from '~/server/testing/fakes/mailbox';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { announceResearch, mailResearch, mailResearchJob } from './mail-research.job';

let mailbox: Mailbox;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer({ env: { SMTP_URL: mailbox.url, MAIL_FROM: 'qinsight@example.com' } });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});
beforeEach(async () => {
  ada = await signUp(server.deps);
  await server.deps.db.user.update({ where: { id: ada.user.id }, data: { emailConfirmedAt: new Date() } });
});

async function finished(more: { isUnread?: boolean; state?: string } = {}) {
  const { isUnread = true, state = 'done' } = more;
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
  };
  return db.research.create({ data, select: { id: true, userId: true, conversationId: true } });
}
const mails = () => mailbox.to(ada.user.email).filter(({ headers }) => headers.subject?.includes('research'));

it('a report that was not read yet is announced by email, with a link and without its text', async () => {
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

it('an address that is not confirmed, or a locked account, gets no email', async () => {
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
