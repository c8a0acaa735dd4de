import { sendExport } from '~/server/features/account/account.http';
import { signedOut } from '~/server/lib/errors';
import { createCaller } from '~/server/router';
import { currentUser as currentUserSchema } from '~/shared/schemas/auth';
import * as example from './examples';
import { type Call, rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Account');
const tooManyTries = 'Too many attempts; see Retry-After.';
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
  get('/auth/user', 'auth.user', 'Get the signed-in user', example.user, currentUser),
  get('/user', 'auth.user', 'Get the signed-in user (alias)', example.user, currentUser),
  post('/login', 'auth.login', 'Sign in', example.user, {
    description:
      'Sets the session cookie. A wrong email and a wrong password return the same error. With a second factor the error code is `second_factor` and a cookie for `POST /login/second-factor` is set.',
    body: { example: credentials },
    errors: { 401: 'Wrong email or password, or a code is needed.', 403: 'The account is locked.', 429: tooManyTries },
  }),
  post('/login/second-factor', 'secondFactor.signIn', 'Finish signing in with a code', example.user, {
    description:
      'Within 5 minutes after `POST /login`, with its cookie. `code` is that of the authenticator app or a recovery code; 5 tries. Sets the session cookie.',
    body: { example: { code: '123456' } },
    errors: { 401: 'The sign-in has expired.', 403: 'The account is locked.', 429: tooManyTries },
  }),
  post('/register', 'auth.register', 'Create an account', example.user, {
    description: 'Also signs in: sets the session cookie.',
    body: { example: { ...credentials, firstName: 'Ada', lastName: 'Lovelace' } },
    status: 201,
    errors: { 403: 'Sign-up is not open.', 409: 'An account with this email exists.', 429: tooManyTries },
  }),
  post(
    '/logout',
    'auth.logout',
    'Sign out',
    { message: 'Signed out' },
    {
      description: 'Ends the session and clears its cookie. Safe to call twice. Does not affect API tokens.',
    },
  ),
  put('/user/profile', 'auth.updateProfile', 'Change your name', example.user, {
    description: 'Omitted names stay unchanged; empty names are removed.',
    body: { example: { firstName: 'Ada', lastName: 'Lovelace' } },
  }),
  put(
    '/user/password',
    'auth.changePassword',
    'Change your password',
    { message: 'Your password has been successfully changed.' },
    {
      description: 'Ends all other sessions of the account and revokes its API tokens, unless `revokeTokens` is false.',
      body: { example: { currentPassword: 'correct horse', newPassword: 'battery staple' } },
      errors: { 429: tooManyTries },
    },
  ),
  post('/password-reset/request', 'passwordReset.request', 'Send a password reset link', example.resetRequested, {
    description:
      'The link is sent to the email of the account, works once within 30 minutes and replaces earlier links. The response is the same if there is no such account.',
    body: { example: { email: 'ada@example.com' } },
    errors: { 429: tooManyTries },
  }),
  post('/password-reset', 'passwordReset.complete', 'Set a new password with a reset link', example.resetCompleted, {
    description: '`token` is part of the link. Ends all sessions of the account and revokes its API tokens.',
    body: { example: { token: example.linkToken, newPassword: 'battery staple' } },
    errors: { 429: tooManyTries },
  }),
  get('/user/sessions', 'sessions.list', 'List your sessions', [example.session], {
    description: 'The current session first, then by last use; at most 100.',
  }),
  remove(
    '/user/sessions/:id',
    'sessions.end',
    'End a session',
    { message: 'Session ended' },
    {
      description: 'Closes its sockets at once.',
    },
  ),
  remove('/user/sessions', 'sessions.endOthers', 'End all other sessions', { message: '2 sessions ended' }),
  get('/user/sign-in-methods', 'identities.list', 'List the ways you sign in', example.signInMethods, {
    description:
      'Whether you have a password and passkeys, the accounts at sign-in providers connected to yours, and the providers you can connect. Connecting one takes a browser: see Settings.',
  }),
  post(
    '/user/identities/:id/disconnect',
    'identities.disconnect',
    'Disconnect an account at a sign-in provider',
    { message: 'Sign-in method removed' },
    {
      description:
        'Ends the sessions that it opened, except the current one. `password` is that of your account; without it, a sign-in at a provider or a passkey must have confirmed this session a moment ago.',
      body: { example: { password: 'correct horse' }, isOptional: true },
      errors: { 409: 'It is your last way to sign in.', 429: tooManyTries },
    },
  ),
  get('/user/instructions', 'account.instructions', 'Get your custom instructions', example.instructions),
  put('/user/instructions', 'account.saveInstructions', 'Set your custom instructions', example.instructions, {
    description:
      'At most 2000 characters; empty text removes them. Connected AI models use them in every conversation.',
    body: { example: example.instructions },
  }),
  get('/user/chat-preferences', 'account.chatPreferences', 'Get your chat preferences', example.chatPreferences),
  put('/user/chat-preferences', 'account.saveChatPreferences', 'Set your chat preferences', example.chatPreferences, {
    description: 'What is left out stays as it is.',
    body: { example: example.chatPreferences },
  }),
  get('/user/memory', 'memory.get', 'Get your memory', example.memoryOverview, {
    description: 'The facts that AI models remember of you, newest first, and whether they are used.',
  }),
  put('/user/memory', 'memory.saveSettings', 'Switch your memory on or off', example.memorySettings, {
    description:
      'While it is on, connected AI models get your facts in every conversation that is not temporary, and can remember and forget facts. Facts stay while it is off.',
    body: { example: example.memorySettings },
  }),
  post('/user/memory/facts', 'memory.add', 'Add a fact to your memory', example.memory, {
    description: 'A text that is remembered already is not added again.',
    body: { example: { text: example.memory.text } },
    status: 201,
    errors: { 409: 'Your memory is full, or the Idempotency-Key belongs to another request.' },
    idempotency: 'stored',
  }),
  put('/user/memory/facts/:id', 'memory.update', 'Change a fact', example.memory, {
    id: 'memoryId',
    body: { example: { text: 'Prefers figures in dollars.' } },
  }),
  remove('/user/memory/facts/:id', 'memory.delete', 'Delete a fact', { message: 'Fact deleted' }, { id: 'memoryId' }),
  remove('/user/memory/facts', 'memory.deleteAll', 'Delete all facts', { message: '2 facts deleted' }),
  post('/user/export', 'account.startExport', 'Export all your data as a zip', '…', {
    description:
      'Profile, conversations as Markdown and JSON with their sources, and files. An interrupted download is incomplete.',
    errors: { 429: tooManyTries },
    download: {
      type: 'application/zip',
      async send({ context, response }) {
        const { fileName } = await createCaller(context).account.startExport();
        await sendExport(context, response, fileName);
      },
    },
  }),
  post(
    '/user/delete',
    'account.delete',
    'Delete your account',
    { message: 'Your account has been deleted.' },
    {
      description:
        'Permanent: removes conversations, messages, collections and files and ends all sessions. Another administrator takes over your positions.',
      body: { example: credentials },
      errors: { 409: 'You are the last active administrator.', 429: tooManyTries },
    },
  ),
  ...tokenRoutes(),
];

function tokenRoutes() {
  const tokens = rowsOf('API tokens');
  return [
    tokens.get('/tokens', 'tokens.list', 'List your API tokens', [example.token]),
    tokens.post('/tokens', 'tokens.create', 'Create an API token', example.createdToken, {
      description:
        'The token is returned only in this response. Send it as `Authorization: Bearer qi_…`. A `read` token (the default) changes nothing; a `write` token may do what you may do, except manage API tokens and sessions, change the password and delete the account. Without `expiresAt` it expires in 90 days; with `null`, never. `password` is the password of your account. Locking the account and resetting its password revoke all API tokens.',
      body: { example: { name: 'Reports', scope: 'read', password: 'correct horse' } },
      status: 201,
      errors: { 409: 'Token limit reached.', 429: tooManyTries },
    }),
    tokens.remove('/tokens/:id', 'tokens.revoke', 'Revoke an API token', { message: 'Token revoked' }),
  ];
}
