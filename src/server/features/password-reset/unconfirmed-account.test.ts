/** An account that a stranger registered under another person's email, who then resets its password. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkHashOf, newLinkToken } from '~/server/features/email-links/email-links';
import { connectIdentity } from '~/server/features/identities/identities.service';
import { signInAs } from '~/server/features/identities/sign-in';
import { callHttp } from '~/server/testing/clients/http-client';
import { type MailServer, startMailServer } from '~/server/testing/fakes/mail-server';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const issuer = 'https://id.example.com';
const caller = { ip: '127.0.0.1', device: 'test', requestId: 'r' };
let mailServer: MailServer;
let server: TestServer;
let address: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  const provider = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'insight', OIDC_CLIENT_SECRET: 'secret', OIDC_NAME: 'Acme' };
  const mail = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://insight.example.com', MAIL_FROM: 'post@example.com' };
  server = await startTestServer({ env: { ...provider, ...mail } });
  address = await server.listen();
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

/** The identity that a user at the provider has, whatever its email there. */
const identityOf = (subject: string) => ({
  issuer,
  subject,
  email: 'eve@example.com',
  isEmailVerified: true,
  firstName: null,
  lastName: null,
  groups: [],
  sid: null,
});
const connect = ({ user, sessionToken }: TestUser, subject: string) =>
  connectIdentity(server.deps, { user, sessionToken, caller }, { identity: identityOf(subject), providerName: 'Acme' });
async function signInAtProvider(subject: string) {
  const [provider] = server.deps.env.oidc;
  if (!provider) throw new Error('no provider is set up');
  return signInAs(server.deps, { ...provider, createsAccounts: false }, identityOf(subject), caller);
}
const call = (path: string, input: object) => callHttp(address, 'mutation', path, input);

async function resetPassword({ user }: TestUser): Promise<void> {
  const token = newLinkToken();
  const data = { tokenHash: linkHashOf(token), userId: user.id, purpose: 'reset-password' };
  await server.deps.db.emailLink.create({ data: { ...data, expiresAt: new Date(Date.now() + 60_000) } });
  expect((await call('passwordReset.complete', { token, newPassword: 'battery staple' })).status).toBe(200);
}

it('is closed to the stranger: no provider and no second factor of theirs remains', async () => {
  const eve = await signUp(server.deps);
  const subject = randomUUID();
  await connect(eve, subject);
  await setUpApp(server.deps, eve);
  await resetPassword(eve);
  await expect(signInAtProvider(subject)).rejects.toThrow('no-account');
  await expect(connect(eve, subject)).rejects.toThrow('expired');
  const { db } = server.deps;
  expect(await db.identity.count({ where: { userId: eve.user.id } })).toBe(0);
  expect((await call('auth.login', { email: eve.user.email, password: 'battery staple' })).status).toBe(200);
  const trace = await db.auditEvent.findFirst({ where: { kind: 'password-reset', actorId: eve.user.id } });
  expect(trace?.details).toEqual({ providersDisconnected: 1, secondFactorRemoved: true });
});

it('keeps both once its email is confirmed, which the first reset does', async () => {
  const ada = await signUp(server.deps);
  await resetPassword(ada);
  const { headers } = await call('auth.login', { email: ada.user.email, password: 'battery staple' });
  const [, sessionToken = ''] = /qinsight_session=([^;]+)/.exec(headers.getSetCookie().join()) ?? [];
  const subject = randomUUID();
  await connect({ ...ada, sessionToken: sessionToken as TestUser['sessionToken'] }, subject);
  await server.deps.db.authenticatorApp.create({
    data: { userId: ada.user.id, secret: 'sealed', confirmedAt: new Date() },
  });
  await resetPassword(ada);
  expect(await signInAtProvider(subject)).toMatchObject({ isComplete: false });
  const trace = await server.deps.db.auditEvent.findFirst({
    where: { kind: 'password-reset', actorId: ada.user.id },
    orderBy: { id: 'desc' },
  });
  expect(trace?.details).toEqual({});
});
