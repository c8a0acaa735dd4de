import { sendExport } from '~/server/features/account/account.http';
import { signedOut } from '~/server/lib/errors';
import { createCaller } from '~/server/router';
import { currentUser as currentUserSchema } from '~/shared/schemas/auth';
import * as example from './examples';
import { type Call, rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Account');
const credentials = { email: 'ada@example.com', password: 'correct horse' };

/** The procedure returns null to visitors, because pages ask it first. */
const currentUser = {
  access: 'member' as const,
  responseSchema: currentUserSchema,
  async perform({ context }: Call) {
    const found = await createCaller(context).auth.user();
    if (!found) throw signedOut();
    return found;
  },
};

export const accountRoutes = [
  get('/auth/user', 'auth.user', example.user, currentUser),
  get('/user', 'auth.user', example.user, { ...currentUser, summary: 'Get the signed-in user (alias)' }),
  post('/login', 'auth.login', example.user, { body: credentials }),
  post('/login/second-factor', 'secondFactor.signIn', example.user, { body: { code: '123456' } }),
  post('/register', 'auth.register', example.user, {
    body: { ...credentials, firstName: 'Ada', lastName: 'Lovelace' },
    status: 201,
  }),
  post('/logout', 'auth.logout', 'Signed out'),
  put('/user/profile', 'auth.updateProfile', example.user, { body: { firstName: 'Ada', lastName: 'Lovelace' } }),
  put('/user/password', 'auth.changePassword', 'Your password has been successfully changed.', {
    body: { currentPassword: 'correct horse', newPassword: 'battery staple' },
  }),
  post('/password-reset/request', 'passwordReset.request', example.resetRequested, {
    body: { email: 'ada@example.com' },
  }),
  post('/password-reset', 'passwordReset.complete', example.resetCompleted, {
    body: { token: example.linkToken, newPassword: 'battery staple' },
  }),
  get('/user/sessions', 'sessions.list', [example.session]),
  remove('/user/sessions/:id', 'sessions.end', 'Session ended'),
  remove('/user/sessions', 'sessions.endOthers', '2 sessions ended'),
  get('/user/sign-in-methods', 'identities.list', example.signInMethods),
  post('/user/identities/:id/disconnect', 'identities.disconnect', 'Sign-in method removed', {
    body: { password: 'correct horse' },
    isBodyOptional: true,
  }),
  get('/user/instructions', 'account.instructions', example.instructions),
  put('/user/instructions', 'account.saveInstructions', example.instructions, { body: example.instructions }),
  get('/user/chat-preferences', 'account.chatPreferences', example.chatPreferences),
  put('/user/chat-preferences', 'account.saveChatPreferences', example.chatPreferences, {
    body: example.chatPreferences,
  }),
  get('/user/memory', 'memory.get', example.memoryOverview),
  put('/user/memory', 'memory.saveSettings', example.memorySettings, { body: example.memorySettings }),
  post('/user/memory/facts', 'memory.add', example.memory, {
    body: { text: example.memory.text },
    status: 201,
    idempotency: 'stored',
  }),
  put('/user/memory/facts/:id', 'memory.update', example.memory, { body: { text: 'Prefers figures in dollars.' } }),
  remove('/user/memory/facts/:id', 'memory.delete', 'Fact deleted'),
  remove('/user/memory/facts', 'memory.deleteAll', '2 facts deleted'),
  post('/user/export', 'account.startExport', '…', {
    download: {
      type: 'application/zip',
      async send({ context, response }) {
        const { fileName } = await createCaller(context).account.startExport();
        await sendExport(context, response, fileName);
      },
    },
  }),
  post('/user/delete', 'account.delete', 'Your account has been deleted.', { body: credentials }),
  ...tokenRoutes(),
];

function tokenRoutes() {
  const tokens = rowsOf('API tokens');
  return [
    tokens.get('/tokens', 'tokens.list', [example.token]),
    tokens.post('/tokens', 'tokens.create', example.createdToken, {
      body: { name: 'Reports', scope: 'read', password: 'correct horse' },
      status: 201,
    }),
    tokens.remove('/tokens/:id', 'tokens.revoke', 'Token revoked'),
  ];
}
