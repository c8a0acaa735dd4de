/**
 * Alerts for followed positions: at most one email a day, unsubscribe links that work without a session, and a private
 * feed.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '~/server/testing/fakes/mail-server';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { unsubscribeUrl } from './alert-links';
import { findEvents } from './find-events';
import { mailAlerts, mailAlertsJob, planAlertMails } from './mail-alerts';

let mailServer: MailServer;
let server: TestServer;
let address: string;
let admin: TestUser;
let ada: TestUser;

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
  ada = await signUp(server.deps);
  await server.deps.db.user.update({ where: { id: ada.user.id }, data: { emailConfirmedAt: new Date() } });
});

const add = (name: string, ticker: string) =>
  admin.call.positions.add({ name, ticker, avgEntryPrice: '100', purchaseDate: '2026-01-05T00:00:00.000Z' });
const mails = () => mailServer.to(ada.user.email).filter(({ text }) => text.includes('positions you follow'));
async function advanceHours(hours: number): Promise<void> {
  const { db } = server.deps;
  await db.sql`UPDATE portfolio_readers SET mailed_at = mailed_at - make_interval(hours => ${hours}::int)`;
  await db.sql`UPDATE position_events SET recorded_at = recorded_at - make_interval(hours => ${hours}::int)`;
}
const here = (url: string) => url.replace(/^https?:\/\/[^/]+/, address);
const auditKinds = async () =>
  (await server.deps.db.auditEvent.findMany({ where: { actorId: ada.user.id }, orderBy: { id: 'asc' } }))
    .map(({ kind }) => kind)
    .filter((kind) => /alert|feed/.test(kind));

describe('alert emails', () => {
  it('are off by default, and then combine everything in one email a day', async () => {
    await ada.call.follows.look({});
    await advanceHours(25);
    await add('Before', 'TSLA');
    await findEvents(server.deps);
    await mailAlerts(server.deps, ada.user.id);
    expect(mails()).toEqual([]);

    expect(await ada.call.follows.change({ alertMails: true })).toMatchObject({ alertMails: true });
    await add('Coca-Cola <b>', 'KO');
    await add('Pepsi', 'PEP');
    await findEvents(server.deps);
    await mailAlerts(server.deps, ada.user.id);
    expect(mails()).toEqual([]);
    await advanceHours(25);
    await planAlertMails(server.deps);
    await server.deps.jobs.settled();
    const [mail] = mails();
    expect(mails()).toHaveLength(1);
    expect(mail?.text).toContain('Coca-Cola <b> (KO): new position');
    expect(mail?.text).toContain('Pepsi (PEP): new position');
    expect(mail?.html).toContain('Coca-Cola &#60;b&#62;');
    expect(mail?.text).not.toContain('Before');
    await mailAlerts(server.deps, ada.user.id);
    await advanceHours(25);
    await mailAlerts(server.deps, ada.user.id);
    expect(mails()).toHaveLength(1);
  });

  it('are not sent to locked accounts or about positions that are not followed', async () => {
    await ada.call.follows.change({ alertMails: true, followsAll: false });
    await advanceHours(25);
    await add('Tesla', 'TSLA');
    await findEvents(server.deps);
    await mailAlerts(server.deps, ada.user.id);
    await ada.call.follows.change({ followsAll: true });
    await server.deps.db.user.update({ where: { id: ada.user.id }, data: { isLocked: true } });
    await mailAlerts(server.deps, ada.user.id);
    await planAlertMails(server.deps);
    expect(await server.deps.db.job.count({ where: { kind: mailAlertsJob.kind } })).toBe(0);
    expect(mails()).toEqual([]);
  });

  it('require a confirmed email', async () => {
    await server.deps.db.user.update({ where: { id: ada.user.id }, data: { emailConfirmedAt: null } });
    await expect(ada.call.follows.change({ alertMails: true })).rejects.toThrow('Confirm your email address first');
    expect(await ada.call.follows.settings()).toMatchObject({ alertMails: false, mailState: 'unconfirmed' });
  });

  it('are ended by a POST without a session (RFC 8058), but not by opening the link', async () => {
    await ada.call.follows.change({ alertMails: true });
    await advanceHours(25);
    await add('Tesla', 'TSLA');
    await findEvents(server.deps);
    await mailAlerts(server.deps, ada.user.id);
    const { headers = {}, text = '' } = mails()[0] ?? {};
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] = /^<(.+)>$/.exec(headers['list-unsubscribe']?.replaceAll(/\s/g, '') ?? '') ?? [];
    expect(text).toContain(link);
    expect(await (await fetch(here(link))).text()).toContain('Stop Emails');
    expect(await ada.call.follows.settings()).toMatchObject({ alertMails: true });
    const body = 'List-Unsubscribe=One-Click';
    const sent = await fetch(here(link), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('Emails stopped')]);
    expect(await ada.call.follows.settings()).toMatchObject({ alertMails: false });
    expect(await auditKinds()).toEqual(['alert-mails-turned-on', 'alert-mails-turned-off']);

    const forged = `${link.slice(0, -4)}AAAA`;
    expect((await fetch(here(forged), { method: 'POST' })).status).toBe(404);
    expect((await fetch(here(link.split('?')[0] ?? ''))).status).toBe(404);
  });

  it('are ended by the form of the page, with which browsers send their origin', async () => {
    await ada.call.follows.change({ alertMails: true });
    const link = here(unsubscribeUrl(server.deps.env, ada.user.id));
    const page = await fetch(link);
    // With `no-referrer`, browsers would send `Origin: null`.
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const send = (origin: string) => fetch(link, { method: 'POST', headers: { origin } });
    for (const foreign of ['null', 'https://other.example']) expect((await send(foreign)).status).toBe(403);
    expect(await ada.call.follows.settings()).toMatchObject({ alertMails: true });
    expect((await send(address)).status).toBe(200);
    expect(await ada.call.follows.settings()).toMatchObject({ alertMails: false });
  });
});

describe('the private feed', () => {
  it('lists the news of its user, until its URL is renewed or deleted, or the account locked', async () => {
    const { url } = await ada.call.follows.createFeed();
    // A control character that XML does not allow would make the whole feed unreadable.
    await add('Tesla &\u0008 more', 'TSLA');
    await findEvents(server.deps);
    const read = (feed: string) => fetch(here(feed));
    const feed = await (await read(url)).text();
    expect(feed).toContain('<title>Tesla &#38; more (TSLA): new position</title>');
    expect((await read(`${url}x`)).status).toBe(404);
    const { db } = server.deps;
    await db.user.update({ where: { id: ada.user.id }, data: { isLocked: true } });
    expect((await read(url)).status).toBe(404);
    await db.user.update({ where: { id: ada.user.id }, data: { isLocked: false } });

    const renewed = await ada.call.follows.createFeed();
    expect([(await read(url)).status, (await read(renewed.url)).status]).toEqual([404, 200]);
    const stored = JSON.stringify(await db.portfolioReader.findUnique({ where: { userId: ada.user.id } }));
    expect(stored).not.toContain(new URL(renewed.url).searchParams.get('key'));
    await ada.call.follows.deleteFeed();
    expect((await read(renewed.url)).status).toBe(404);
    expect(await auditKinds()).toEqual(['position-feed-created', 'position-feed-created', 'position-feed-deleted']);
  });
});
