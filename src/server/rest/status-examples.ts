const time = '2026-05-04T09:30:00.000Z';

export const installationStatus = {
  version: '1.0.0',
  startedAt: time,
  parts: [
    { part: 'database', state: 'ok', detail: 'PostgreSQL server' },
    { part: 'model', state: 'unchecked', detail: 'grok-4' },
    { part: 'email', state: 'off', detail: 'SMTP_URL is not set' },
  ],
  processes: [
    { id: 'p1Xk2mQ7Lw0a', responds: true, version: '1.0.0', startedAt: time, seenAt: time, sockets: 12, answers: 3 },
  ],
  jobs: [{ kind: 'housekeeping', waiting: 1, running: 0, dead: 0, lastRunAt: time, nextRunAt: time, error: null }],
  deadJobs: [{ id: '42', kind: 'file.read', attempts: 5, error: 'Error: The file is damaged.', failedAt: time }],
  storage: { files: 120, fileBytes: 48_000_000, databaseBytes: 96_000_000 },
  lastBackup: time,
  scheduledBackups: {
    nextAt: time,
    last: { finishedAt: time, verifiedAt: time, bytes: 60_000_000, isEncrypted: true },
    lastVerifiedAt: time,
    failure: null,
  },
  errors: [
    {
      process: 'p1Xk2mQ7Lw0a',
      id: 1,
      at: time,
      message: 'a call failed: no space',
      requestId: '0b6f2a9c-4d1e-4f7a-8c3b-5e2d1a0f9b8c',
    },
  ],
};

export const supportBundle = {
  generatedAt: time,
  version: '1.0.0',
  machine: {
    node: 'v20.19.0',
    platform: 'linux x64 6.1.0',
    cores: 4,
    memoryBytes: 8_000_000_000,
    processBytes: 220_000_000,
    uptimeSeconds: 86_400,
  },
  settings: { DATABASE_URL: '(set)', LOG_LEVEL: 'warn' },
  database: {
    kind: 'server',
    version: 'PostgreSQL 15.8',
    processes: 2,
    largestTables: [{ table: 'messages', rows: 12_000, bytes: 40_000_000 }],
    migrations: ['20260101000000_first'],
  },
  status: installationStatus,
};
