import * as example from './examples';
import { rowsOf } from './route';
import { sendWaitlist } from './send-files';
import { installationStatus, supportBundle } from './status-examples';

const { get, post, put, remove } = rowsOf('Administration');

export const adminRoutes = [
  get('/admin/users', 'admin.userPage', example.account, {
    list: 'pages',
  }),
  put('/admin/users/lock', 'admin.lock', example.locked, { body: { userId: example.ids.user, isLocked: true } }),
  put('/admin/users/role', 'admin.setAdmin', 'ada@example.com is now an administrator.', {
    body: { userId: example.ids.user, isAdmin: true, password: 'correct horse' },
  }),
  post(
    '/admin/users/reset-second-factor',
    'admin.resetSecondFactor',
    'The second factor of ada@example.com has been removed.',
    { body: { userId: example.ids.user, password: 'correct horse' } },
  ),
  remove('/admin/users/:id', 'admin.delete', 'ada@example.com has been deleted.'),
  get('/admin/invitations', 'invitations.list', example.invitation, { list: 'pages' }),
  post('/admin/invitations', 'invitations.create', example.createdInvitation, {
    body: { email: 'grace@example.com', isAdmin: false, days: 7 },
    status: 201,
  }),
  remove('/admin/invitations/:id', 'invitations.revoke', 'The invitation of grace@example.com was revoked.'),
  get('/admin/status', 'status.read', installationStatus),
  post('/admin/jobs/retry', 'status.retryJobs', '3 failed jobs are being retried.'),
  post('/admin/support-bundle', 'status.supportBundle', supportBundle),
  get('/admin/audit', 'audit.list', example.auditEvent, { list: 'pages' }),
  post(
    '/admin/setup-production',
    'setup.run',
    { positionsCreated: true, isAdmin: true },
    { body: { seedPositions: true, token: example.setupToken }, idempotency: 'stored' },
  ),
  ...waitlistRoutes(),
];

function waitlistRoutes() {
  const waitlist = rowsOf('Waitlist');
  return [
    waitlist.post('/waitlist/signup', 'waitlist.signup', example.joined, {
      body: { email: 'grace@example.com' },
      status: 201,
      idempotency: 'stored',
    }),
    waitlist.get('/admin/waitlist', 'waitlist.page', example.entry, { list: 'pages' }),
    waitlist.get('/admin/waitlist/export', 'waitlist.export', example.waitlistFile, {
      download: { type: 'text/csv', send: sendWaitlist },
    }),
    waitlist.remove('/admin/waitlist/:id', 'waitlist.delete', 'grace@example.com was removed from the waitlist.'),
  ];
}
