/** The current state of the installation, for administrators. */
import { z } from 'zod';
import { time } from './output';

const statusParts = [
  'database',
  'storage',
  'redis',
  'model',
  'endpoints',
  'vectors',
  'search',
  'mirror',
  'signIn',
  'email',
  'prices',
  'timestamps',
  'backups',
  'traces',
] as const;
export type StatusPart = (typeof statusParts)[number];

const partState = z
  .enum(['ok', 'failing', 'unchecked', 'off'])
  .describe(
    'unchecked: it is configured, but not known to work, since a check would cost money; off: it is not configured',
  );

const part = z
  .strictObject({
    part: z.enum(statusParts),
    state: partState,
    detail: z.string().describe('What is used, or the error'),
    fix: z.string().optional().describe('What to do if it fails'),
  })
  .meta({ id: 'StatusPart' });
export type PartStatus = z.infer<typeof part>;

const jobKindStatus = z
  .strictObject({
    kind: z.string(),
    waiting: z.int(),
    running: z.int(),
    dead: z.int().describe('Failed permanently; POST /api/admin/jobs/retry starts them over'),
    lastRunAt: time.nullable().describe('Of a recurring job; null before its first run, and for other jobs'),
    nextRunAt: time.nullable().describe('Of a recurring job'),
    error: z.string().nullable().describe('Of the last run of a recurring job; null if it succeeded'),
  })
  .meta({ id: 'JobKindStatus' });
export type JobKindStatus = z.infer<typeof jobKindStatus>;

const deadJob = z
  .strictObject({ id: z.string(), kind: z.string(), attempts: z.int(), error: z.string().nullable(), failedAt: time })
  .meta({ id: 'DeadJob' });
export type DeadJobStatus = z.infer<typeof deadJob>;

const processStatus = z
  .strictObject({
    id: z.string().describe('Also in each line of its log'),
    responds: z.boolean().describe('Whether it is the one that responds'),
    version: z.string().nullable(),
    startedAt: time.nullable(),
    seenAt: time.describe('When it was last seen: a running process updates this every second'),
    sockets: z.int().nullable().describe('Open WebSocket connections'),
    answers: z.int().nullable().describe('Answers that it is writing'),
  })
  .meta({ id: 'ServerProcess' });
export type ProcessStatus = z.infer<typeof processStatus>;

const loggedError = z
  .strictObject({
    process: z.string().describe('The id of the process that logged it'),
    id: z.int().describe('A number within this process'),
    at: time,
    message: z.string(),
    requestId: z.string().nullable().describe('Also in the log and in the error response; null for background work'),
  })
  .meta({ id: 'LoggedError' });
export type LoggedError = z.infer<typeof loggedError>;

export const installationStatus = z
  .strictObject({
    version: z.string(),
    startedAt: time.describe('Of the process that responds'),
    parts: z.array(part),
    processes: z
      .array(processStatus)
      .describe('The one that responds, then the others: also those that ended without notice in the last day'),
    jobs: z.array(jobKindStatus),
    deadJobs: z.array(deadJob).describe('The 50 that failed last'),
    storage: z.strictObject({
      files: z.int(),
      fileBytes: z.int(),
      databaseBytes: z.int(),
    }),
    lastBackup: time.nullable().describe('When a backup was completed last, scheduled or with npm run backup'),
    scheduledBackups: z
      .strictObject({
        nextAt: time.describe('Unless a failed one is tried again before'),
        last: z
          .strictObject({
            finishedAt: time,
            verifiedAt: time.nullable().describe('Null when it could not be restored for comparison'),
            bytes: z.int(),
            isEncrypted: z.boolean(),
          })
          .nullable(),
        lastVerifiedAt: time.nullable(),
        failure: z
          .strictObject({ at: time, problem: z.string().describe('What happened and what to do') })
          .nullable()
          .describe('Of the last attempt; null when it succeeded or is running'),
        warning: z.string().nullable().describe('What the last backup does not contain; null when it is complete'),
      })
      .meta({ id: 'ScheduledBackups' })
      .nullable()
      .describe('Null when BACKUP_DIR is not set'),
    errors: z
      .array(loggedError)
      .describe('Errors that all processes have logged in the last 24 hours, at most 100, newest first'),
  })
  .meta({ id: 'InstallationStatus' });
export type InstallationStatus = z.infer<typeof installationStatus>;

export const supportBundle = z
  .strictObject({
    generatedAt: time,
    version: z.string(),
    machine: z.strictObject({
      node: z.string(),
      platform: z.string(),
      cores: z.int(),
      memoryBytes: z.int(),
      processBytes: z.int(),
      uptimeSeconds: z.int(),
    }),
    settings: z.record(z.string(), z.string()).describe('Settings that differ from their defaults; texts as (set)'),
    database: z.strictObject({
      kind: z.enum(['embedded', 'server']),
      version: z.string(),
      processes: z.int().describe('Server processes on this database'),
      largestTables: z.array(z.strictObject({ table: z.string(), rows: z.number(), bytes: z.int() })),
      migrations: z.array(z.string()),
    }),
    status: installationStatus,
  })
  .meta({ id: 'SupportBundle' });
export type SupportBundle = z.infer<typeof supportBundle>;
