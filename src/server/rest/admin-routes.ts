import { ids, setupToken, time } from '~/server/lib/example-values';
import { created, rowsOf } from './route';
import { sendWaitlist } from './send-files';

const { get, post, put, remove } = rowsOf('Administration');

export const adminRoutes = [
  get('/admin/users', 'admin.userPage', { list: 'pages' }),
  put('/admin/users/lock', 'admin.lock', {
    message: 'ada@example.com has been locked. Its sessions have ended and its API tokens are revoked.',
    body: { userId: ids.user, isLocked: true },
  }),
  put('/admin/users/role', 'admin.setAdmin', {
    message: 'ada@example.com is now an administrator.',
    body: { userId: ids.user, isAdmin: true, password: 'correct horse' },
  }),
  post('/admin/users/reset-second-factor', 'admin.resetSecondFactor', {
    message: 'The second factor of ada@example.com has been removed.',
    body: { userId: ids.user, password: 'correct horse' },
  }),
  remove('/admin/users/:id', 'admin.delete', 'ada@example.com has been deleted.'),
  get('/admin/invitations', 'invitations.list', { list: 'pages' }),
  post('/admin/invitations', 'invitations.create', {
    body: { email: 'grace@example.com', isAdmin: false, days: 7 },
    status: 201,
  }),
  remove('/admin/invitations/:id', 'invitations.revoke', 'The invitation for grace@example.com was revoked.'),
  get('/admin/status', 'status.read'),
  post('/admin/jobs/retry', 'status.retryJobs', '3 failed jobs are being retried.'),
  post('/admin/support-bundle', 'status.supportBundle'),
  get('/admin/audit', 'audit.list', { list: 'pages' }),
  post('/admin/setup-production', 'setup.run', {
    example: { positionsCreated: true, isAdmin: true },
    body: { seedPositions: true, token: setupToken },
    idempotency: 'stored',
  }),
  ...waitlistRoutes(),
];

function waitlistRoutes() {
  const waitlist = rowsOf('Waitlist');
  return [
    waitlist.post('/waitlist/signup', 'waitlist.signup', {
      message: "You've been added to the waitlist. We'll be in touch soon!",
      body: { email: 'grace@example.com' },
      ...created,
    }),
    waitlist.get('/admin/waitlist', 'waitlist.page', { list: 'pages' }),
    waitlist.get('/admin/waitlist/export', 'waitlist.export', {
      example: `Email,Signed Up\r\ngrace@example.com,${time}\r\n`,
      download: { types: ['text/csv'], send: sendWaitlist },
    }),
    waitlist.remove('/admin/waitlist/:id', 'waitlist.delete', 'grace@example.com was removed from the waitlist.'),
  ];
}
