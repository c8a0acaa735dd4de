/**
 * Test files that run on the embedded database and on a PostgreSQL server, because they test the database itself. All
 * others only run on the embedded database, the product's default. Add files that rely on locks, races between
 * connections, plain SQL, search, sorting or migrations. Tests in these files that don't depend on the database are
 * tagged `once` and only run on the embedded one.
 */
export const onBothDatabases = [
  // Connections, migrations, plain SQL.
  'src/server/db/',
  // Leases, slots and taking over answers.
  'src/server/generation/',
  // Leases, fairness and wake-ups of background work.
  'src/server/jobs/',
  // Notifications between processes.
  'src/server/realtime/',
  // Racing statements: a unique email, the last administrator, single use of a link, a limit on rows.
  'src/server/features/account/',
  'src/server/features/admin/',
  'src/server/features/auth/auth.test.ts',
  'src/server/features/auth/profile.test.ts',
  'src/server/features/auth/sessions.test.ts',
  'src/server/features/auth/sign-in-race.test.ts',
  'src/server/features/backtest/published-backtests.test.ts',
  'src/server/features/email-confirmation/',
  'src/server/features/groups/',
  'src/server/features/housekeeping/',
  'src/server/features/identities/',
  'src/server/features/messages/',
  'src/server/features/passkeys/',
  'src/server/features/password-reset/',
  'src/server/features/projects/',
  'src/server/features/prompts/',
  'src/server/features/scim/',
  'src/server/features/second-factor/',
  'src/server/features/sessions/',
  'src/server/features/setup/',
  'src/server/features/titles/titles.test.ts',
  'src/server/features/tokens/',
  // Database functions decide about budgets, one request after the other.
  'src/server/features/usage/budgets.test.ts',
  'src/server/features/completions/completion-costs.test.ts',
  'src/server/features/uploads/quotas.test.ts',
  'src/server/features/collections/owner-quota.test.ts',
  'src/server/features/uploads/read-file.job.test.ts',
  'src/server/features/uploads/reading-queue.test.ts',
  'src/server/features/uploads/upload-parts.test.ts',
  'src/server/features/uploads/uploads.test.ts',
  'src/server/features/waitlist/',
  'src/server/rest/idempotency.test.ts',
  // A database function stores parts of a file.
  'src/server/features/imports/imports.test.ts',
  // Search, sorting and pages in the database's own collation.
  'src/server/features/conversations/',
  'src/server/rest/lists.test.ts',
  // Chained entries and price leases, in plain SQL.
  'src/server/features/audit/',
  'src/server/features/positions/',
  'src/server/features/prices/',
  'src/server/features/track-record/',
  // Batches of rows as JSON, compared and replaced in one statement.
  'src/server/operator/texts/',
  // Dumps and restores every table. Tests of backup/ only use embedded databases.
  'src/server/features/scheduled-backups/scheduled-backups.test.ts',
];

/** Files in the folders above that use no database or their own embedded one. */
export const oneDatabaseOnly = [
  'src/server/db/data-folder-lock.test.ts',
  'src/server/db/data-folder.test.ts',
  'src/server/db/database-unavailable.test.ts',
  'src/server/db/disk-reserve.test.ts',
  'src/server/db/prepared-pglite.test.ts',
  'src/server/db/vector-tables.test.ts',
  'src/server/generation/answer-progress.test.ts',
  'src/server/generation/answer-relay.test.ts',
  'src/server/features/messages/continued-text.test.ts',
  'src/server/features/positions/programs/',
  'src/server/features/prices/adjust-close.test.ts',
  'src/server/features/prices/circuit.test.ts',
  'src/server/features/prices/check-*.test.ts',
  'src/server/features/track-record/tampering.test.ts',
  'src/server/features/track-record/verifier-page.test.ts',
  'src/server/features/track-record/verifier.test.ts',
];

/** Process tests of behavior that only a PostgreSQL server has. */
export const processesOnServer = [
  'src/server/processes/two-servers.test.ts',
  'src/server/processes/database-outage.test.ts',
  'src/server/processes/job-without-database.test.ts',
  'src/server/processes/pgbouncer.test.ts',
  'src/server/processes/hand-over.test.ts',
  'src/server/processes/paused-process.test.ts',
  'src/server/processes/rolling-update.test.ts',
  'src/server/processes/backup.test.ts',
  'src/server/processes/doctor.test.ts',
  'src/server/processes/operator.test.ts',
  'src/server/processes/killed-mid-answer.test.ts',
  // The two databases run their statements, and so create spans, in different ways.
  'src/server/processes/traces.test.ts',
  'src/server/processes/update.test.ts',
  'src/server/processes/workers.test.ts',
];
