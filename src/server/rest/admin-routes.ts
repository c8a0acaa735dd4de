import * as example from './examples';
import { rowsOf } from './route';
import { sendWaitlist } from './send-files';
import { installationStatus, supportBundle } from './status-examples';

const { get, post, put, remove } = rowsOf('Administration');
const tooManyTries = 'Too many attempts; see Retry-After.';
const notOnYourself = 'It is your own account, or the last active administrator.';

export const adminRoutes = [
  get('/admin/users', 'admin.userPage', 'List all accounts', example.account, {
    description: 'Newest first, unless `sort` is given. `search`: words of the email and the name.',
    list: 'pages',
    filters: ['search', 'sort', 'sortDirection'],
  }),
  put('/admin/users/lock', 'admin.lock', 'Lock or unlock an account', example.locked, {
    description:
      'Locking ends the account’s sessions and answers at once and revokes its API tokens. Unlocking restores none of them.',
    body: { example: { userId: example.ids.user, isLocked: true } },
    errors: { 404: 'Not found.', 409: notOnYourself },
  }),
  put(
    '/admin/users/role',
    'admin.setAdmin',
    'Grant or remove admin rights',
    { message: 'ada@example.com is now an administrator.' },
    {
      description: '`password` is your own password.',
      body: { example: { userId: example.ids.user, isAdmin: true, password: 'correct horse' } },
      errors: { 404: 'Not found.', 409: notOnYourself },
    },
  ),
  post(
    '/admin/users/reset-second-factor',
    'admin.resetSecondFactor',
    'Remove the second factor of a user',
    { message: 'The second factor of ada@example.com has been removed.' },
    {
      description: 'For a user who lost it. `password` is your own password.',
      body: { example: { userId: example.ids.user, password: 'correct horse' } },
      errors: { 404: 'Not found.', 409: 'It is your own account, or it has no second factor.', 429: tooManyTries },
    },
  ),
  remove(
    '/admin/users/:id',
    'admin.delete',
    'Delete a user and all their data',
    { message: 'ada@example.com has been deleted.' },
    {
      id: 'userId',
      description: 'You take over the positions of the user.',
      errors: { 409: notOnYourself },
    },
  ),
  get('/admin/invitations', 'invitations.list', 'List invitations and the waitlist', example.invitation, {
    description: 'Newest first. `waiting`: on the waitlist of `SIGN_UP=waitlist`, not invited yet.',
    list: 'pages',
  }),
  post('/admin/invitations', 'invitations.create', 'Invite a user', example.createdInvitation, {
    description:
      'Returns a link that works once and replaces earlier ones for this email. With a mail server it is also sent by email. `isAdmin` takes `password`, your own.',
    body: { example: { email: 'grace@example.com', isAdmin: false, days: 7 } },
    status: 201,
    errors: { 403: 'Sign-up is closed.', 409: 'An account with this email exists.' },
  }),
  remove('/admin/invitations/:id', 'invitations.revoke', 'Revoke an invitation', {
    message: 'The invitation of grace@example.com was revoked.',
  }),
  get('/admin/status', 'status.read', 'Show the status of the installation', installationStatus, {
    description:
      'Checks the database, the file storage and the mail server. `errors` are those of the responding process.',
  }),
  post(
    '/admin/jobs/retry',
    'status.retryJobs',
    'Retry failed background jobs',
    { message: '3 failed jobs are being retried.' },
    { description: 'All jobs that failed permanently start over. Recorded in the audit log.' },
  ),
  post('/admin/support-bundle', 'status.supportBundle', 'Make a support bundle', supportBundle, {
    description:
      'For someone who helps with this installation: version, machine, settings that were changed, database and status. Contains no values of text settings, messages or email addresses. Recorded in the audit log.',
  }),
  get('/admin/audit', 'audit.list', 'List the audit log', example.auditEvent, {
    description: 'Newest first. `person`: part of the email of the user who acted or was changed; `kind`: event type.',
    list: 'pages',
    filters: ['person', 'kind'],
  }),
  post(
    '/admin/setup-production',
    'setup.run',
    'Set up a new deployment',
    { positionsCreated: true, isAdmin: true },
    {
      description:
        'Makes the account named in SETUP_ADMIN_EMAIL an administrator; only that account may call it. `token` is the setup token: SETUP_TOKEN or, if that is not set, the token in the server log. Safe to repeat.',
      body: { example: { seedPositions: true, token: example.setupToken } },
      errors: { 403: 'It is another account, or the setup token is wrong.' },
      idempotency: 'stored',
    },
  ),
  ...waitlistRoutes(),
];

function waitlistRoutes() {
  const waitlist = rowsOf('Waitlist');
  return [
    waitlist.post('/waitlist/signup', 'waitlist.signup', 'Join the waitlist', example.joined, {
      body: { example: { email: 'grace@example.com' } },
      status: 201,
      errors: {
        409: 'This email is already on the waitlist.',
        429: 'Too many requests from this address; see Retry-After.',
      },
      idempotency: 'stored',
    }),
    waitlist.get('/admin/waitlist', 'waitlist.page', 'List the waitlist', example.entry, {
      description: 'Newest first.',
      list: 'pages',
    }),
    waitlist.get('/admin/waitlist/export', 'waitlist.export', 'Export the waitlist as CSV', example.waitlistFile, {
      description: 'Oldest first. The export is recorded in the audit log, so API tokens need write access.',
      download: { type: 'text/csv', send: sendWaitlist },
    }),
    waitlist.remove('/admin/waitlist/:id', 'waitlist.delete', 'Remove an entry from the waitlist', {
      message: 'grace@example.com was removed from the waitlist.',
    }),
  ];
}
