import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** docs/testing.md says what each project proves and where a new test belongs. */

const alias = { '~': path.resolve(import.meta.dirname, 'src') };

const needsDatabase = [
  'src/server/{auth,features,generation,http,invariants,jobs,metrics,trpc,db,realtime,rest,operator,sockets}/**/*.test.ts',
  'src/server/*.test.ts',
];

/**
 * Real parsers, object stores, sockets and child processes, in seconds instead of milliseconds; and what replaces a
 * module, which needs a worker of its own.
 */
const needsMachine = [
  'src/server/{reading,providers,testing}/**/*.test.ts',
  'src/server/db/synced-pglite.test.ts',
  // Measures the processor time of its process.
  'src/server/invariants/hostile-text.test.ts',
  'src/server/lib/{secret-key,stop-signals,log-stream,log-errors}.test.ts',
];

/** Components and hooks in a DOM. */
const needsDom = ['src/client/**/*.test.tsx', 'src/client/**/use-*.test.ts'];

/** Ends a test that hangs. It proves nothing about speed, so it is far above what a busy machine needs. */
const hangLimits = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    tags: [
      { name: 'thorough', description: 'Left out of npm run test:security, which runs a sample.' },
      { name: 'once', description: 'Left out of the run on a PostgreSQL server: no matter of the database.' },
    ],
    // Vitest leaves one core idle by default, which is half of a two-core machine.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          ...hangLimits,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...needsDatabase, ...needsMachine, ...needsDom, 'src/server/processes/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          ...hangLimits,
          name: 'client',
          include: needsDom,
          environment: 'happy-dom',
          // Loading Chakra costs more than most of these files. As in the database project, a file must leave no module
          // changed.
          isolate: false,
          setupFiles: ['src/client/testing/setup.ts'],
        },
      },
      {
        resolve: { alias },
        test: { ...hangLimits, name: 'machine', include: needsMachine },
      },
      {
        resolve: { alias },
        test: {
          ...hangLimits,
          name: 'database',
          include: needsDatabase,
          exclude: needsMachine,
          globalSetup: ['src/server/testing/worlds/prepare-database.ts'],
          // Loading the application costs more than most of these files. A worker loads it once; what a file shares
          // with the next is code only, because each starts a server and a database of its own.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          ...hangLimits,
          // Whole servers, started, killed and started again. Ports and data are private to each file.
          name: 'processes',
          // They wait half of their time, for disks, signals and other processes. After all other projects, because
          // Vitest runs projects with different numbers of workers one after the other.
          maxWorkers: Math.max(3, os.availableParallelism() - 1),
          sequence: { groupOrder: 1 },
          include: ['src/server/processes/**/*.test.ts'],
          globalSetup: ['src/server/testing/worlds/prepare-build.ts'],
        },
      },
    ],
  },
});
