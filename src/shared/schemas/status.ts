/** What an administrator sees of the installation as it is now. */
import { z } from 'zod';
import { time } from './output';

export const statusParts = [
  'database',
  'storage',
  'redis',
  'model',
  'vectors',
  'email',
  'prices',
  'timestamps',
] as const;
export type StatusPart = (typeof statusParts)[number];

const partState = z
  .enum(['ok', 'failing', 'unchecked', 'off'])
  .describe('unchecked: it is configured, but a check would cost money; off: it is not configured');

const part = z
  .strictObject({
    part: z.enum(statusParts),
    state: partState,
    detail: z.string().describe('What is used, or the error'),
  })
  .meta({ id: 'StatusPart' });
export type PartStatus = z.infer<typeof part>;

const jobKindStatus = z
  .strictObject({
    kind: z.string(),
    waiting: z.int(),
    running: z.int(),
    dead: z.int().describe('Failed permanently; npm run jobs lists and retries them'),
    lastRunAt: time.nullable().describe('Of a recurring job; null before its first run, and for other jobs'),
    nextRunAt: time.nullable().describe('Of a recurring job'),
  })
  .meta({ id: 'JobKindStatus' });
export type JobKindStatus = z.infer<typeof jobKindStatus>;

const deadJob = z
  .strictObject({ id: z.string(), kind: z.string(), attempts: z.int(), error: z.string().nullable(), failedAt: time })
  .meta({ id: 'DeadJob' });
export type DeadJobStatus = z.infer<typeof deadJob>;

const loggedError = z
  .strictObject({
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
    jobs: z.array(jobKindStatus),
    deadJobs: z.array(deadJob).describe('The 50 that failed last'),
    storage: z.strictObject({
      files: z.int(),
      fileBytes: z.int(),
      databaseBytes: z.int(),
    }),
    lastBackup: time.nullable().describe('When npm run backup completed last; null if the audit log has none'),
    errors: z
      .array(loggedError)
      .describe('Errors that the responding process has logged in the last 24 hours, at most 100, newest first'),
  })
  .meta({ id: 'InstallationStatus' });
export type InstallationStatus = z.infer<typeof installationStatus>;
