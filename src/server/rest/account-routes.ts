import { sendExport } from '~/server/features/account/account.http';
import { signedOut } from '~/server/lib/errors';
import { linkToken } from '~/server/lib/example-values';
import { createCaller } from '~/server/router';
import { currentUser as currentUserSchema } from '~/shared/schemas/auth';
import { type Call, created, rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Account');
const credentials = { email: 'ada@example.com', password: 'correct horse' };

/** The procedure returns null to visitors, because pages call it before anything else. */
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
  get('/auth/user', 'auth.user', currentUser),
  get('/user', 'auth.user', { ...currentUser, summary: 'Get the signed-in user (alias)' }),
  post('/login', 'auth.login', { body: credentials }),
  post('/login/second-factor', 'secondFactor.signIn', { body: { code: '123456' } }),
  post('/register', 'auth.register', { body: { ...credentials, firstName: 'Ada', lastName: 'Lovelace' }, status: 201 }),
  post('/logout', 'auth.logout', 'Signed out'),
  put('/user/profile', 'auth.updateProfile', { body: { firstName: 'Ada', lastName: 'Lovelace' } }),
  put('/user/password', 'auth.changePassword', {
    message: 'Your password has been successfully changed.',
    body: { currentPassword: 'correct horse', newPassword: 'battery staple' },
  }),
  post('/password-reset/request', 'passwordReset.request', {
    message: "If this email has an account, we've sent it a password reset link.",
    body: { email: 'ada@example.com' },
  }),
  post('/password-reset', 'passwordReset.complete', {
    message: 'Your password has been changed. Sign in with the new one.',
    body: { token: linkToken, newPassword: 'battery staple' },
  }),
  get('/user/sessions', 'sessions.list'),
  remove('/user/sessions/:id', 'sessions.end', 'Session ended'),
  remove('/user/sessions', 'sessions.endOthers', '2 sessions ended'),
  get('/user/sign-in-methods', 'identities.list'),
  post('/user/identities/:id/disconnect', 'identities.disconnect', {
    message: 'Sign-in method removed',
    body: { password: 'correct horse' },
    isBodyOptional: true,
  }),
  get('/user/storage', 'account.usage'),
  get('/user/instructions', 'account.instructions'),
  put('/user/instructions', 'account.saveInstructions', { body: { instructions: 'Answer in metric units.' } }),
  get('/user/chat-preferences', 'account.chatPreferences'),
  put('/user/chat-preferences', 'account.saveChatPreferences', {
    body: { modelTitles: true, suggestedQuestions: true },
  }),
  get('/user/memory', 'memory.get'),
  put('/user/memory', 'memory.saveSettings', { body: { isEnabled: true } }),
  post('/user/memory/facts', 'memory.add', { body: { text: 'Prefers figures in euros.' }, ...created }),
  put('/user/memory/facts/:id', 'memory.update', { body: { text: 'Prefers figures in dollars.' } }),
  remove('/user/memory/facts/:id', 'memory.delete', 'Fact deleted'),
  remove('/user/memory/facts', 'memory.deleteAll', '2 facts deleted'),
  post('/user/export', 'account.startExport', {
    example: '…',
    download: {
      types: ['application/zip'],
      async send({ context, response }) {
        const { fileName } = await createCaller(context).account.startExport();
        await sendExport(context, response, fileName);
      },
    },
  }),
  post('/user/delete', 'account.delete', { message: 'Your account has been deleted.', body: credentials }),
  ...tokenRoutes(),
];

function tokenRoutes() {
  const tokens = rowsOf('API tokens');
  return [
    tokens.get('/tokens', 'tokens.list'),
    tokens.post('/tokens', 'tokens.create', {
      body: { name: 'Reports', scope: 'read', password: 'correct horse' },
      status: 201,
    }),
    tokens.remove('/tokens/:id', 'tokens.revoke', 'Token revoked'),
  ];
}
