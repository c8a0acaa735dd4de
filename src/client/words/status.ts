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
  version: 'Version',
  runningSince: 'Running since',
  files: (count: string, isOne: boolean) => `${count} ${isOne ? 'file' : 'files'}`,
  database: 'Database size',
  lastBackup: 'Last npm run backup',
  noBackup: 'None known',

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
