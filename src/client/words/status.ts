import type { PartStatus, StatusPart } from '~/shared/schemas/status';

const parts: Record<StatusPart, string> = {
  database: 'Database',
  storage: 'File storage',
  redis: 'Redis',
  model: 'AI model',
  email: 'Email',
  prices: 'Prices',
  timestamps: 'Timestamps',
  vectors: 'Search by meaning',
  backups: 'Scheduled backups',
};

const states: Record<PartStatus['state'], string> = {
  ok: 'OK',
  failing: 'Failing',
  unchecked: 'Not checked',
  off: 'Off',
};

export const statusWords = {
  section: 'Status',
  loading: 'Loading status...',
  failed: "Couldn't load the status",
  refresh: 'Refresh',
  supportBundle: 'Download Support Bundle',
  preparing: 'Preparing...',
  supportBundleFailed: 'Failed to make the support bundle',
  support: 'Support',
  supportNote:
    'A file for someone who helps you: version, machine, changed settings, database and this status. It contains no passwords, keys, messages or email addresses.',
  version: 'Version',
  runningSince: 'Running since',
  files: (count: string, isOne: boolean) => `${count} ${isOne ? 'file' : 'files'}`,
  database: 'Database size',
  lastBackup: 'Last backup',
  noBackup: 'None known',
  lastVerified: 'Last restore test',
  neverVerified: 'None yet',
  backupSize: 'Backup size',
  encryptedSize: (size: string) => `${size}, encrypted`,
  nextBackup: 'Next backup',

  services: 'Services',
  servicesNote: 'Checked now, except for the AI model. Test it under AI Models.',
  parts,
  states,

  jobs: 'Background jobs',
  jobsNote: 'Recurring jobs show when they ran last and run next.',
  kind: 'Job',
  lastRun: 'Last run',
  nextRun: 'Next run',
  waiting: 'Waiting',
  running: 'Running',
  dead: 'Failed',
  noJobs: 'No jobs yet',
  noActiveJobs: 'No job is due or running, and none has failed',
  allJobs: (count: string) => `Show all ${count} jobs`,
  activeJobs: 'Show active jobs',
  never: '–',

  deadJobs: 'Permanently failed jobs',
  deadJobsNote: 'The operator can list and retry them with npm run jobs.',
  error: 'Error',
  attempts: 'Attempts',
  failedAt: 'Failed',
  noDeadJobs: 'No failed jobs',

  errors: 'Errors of the last 24 hours',
  errorsNote: 'Of the server process that responded. Search its log for the request ID.',
  time: 'Time',
  requestId: 'Request ID',
  noErrors: 'No errors',
};
