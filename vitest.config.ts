import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { onBothDatabases, oneDatabaseOnly, processesOnServer } from './scripts/both-databases.mjs';
import { LongestFirst } from './scripts/longest-first.mjs';
import { wasmFlags } from './scripts/wasm-flags.mjs';

/** docs/testing.md describes what each project tests and where a new test belongs. */

const alias = { '~': path.resolve(import.meta.dirname, 'src') };

const needsDatabase = [
  'src/server/{auth,backup,features,generation,http,invariants,jobs,metrics,trpc,db,realtime,rest,operator,sockets,startup}/**/*.test.ts',
  'src/server/*.test.ts',
];

/**
 * Tests of real parsers, object stores, sockets and child processes, which take seconds instead of milliseconds, and
 * tests that mock modules, which need their own worker.
 */
const needsMachine = [
  'src/server/{reading,providers,testing}/**/*.test.ts',
  'src/server/db/synced-pglite.test.ts',
  // Measures the CPU time of its process.
  'src/server/invariants/hostile-text.test.ts',
  'src/server/lib/{secret-key,stop-signals,log-stream,log-errors}.test.ts',
  'src/client/features/chat/files/pending-files.test.ts',
  'src/client/site/hydrate-on-intent.test.ts',
];

/** Components and hooks in a DOM. */
const needsDom = ['src/client/**/*.test.tsx', 'src/client/**/use-*.test.ts'];

/** Ends tests that hang. Far above what a busy machine needs, so it does not assert speed. */
const hangLimits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

/**
 * npm test runs the files of both-databases.mjs on both databases at once, because one fills the waiting times of the
 * other. Otherwise TEST_DATABASE_URL selects the database of a project.
 */
const server = process.env.TEST_BOTH_DATABASES === '1' ? (process.env.TEST_DATABASE_URL ?? '') : '';
const embedded = server ? { env: { TEST_DATABASE_URL: '' } } : {};
const onServer = { env: { TEST_DATABASE_URL: server }, tagsFilter: ['!once'] };

/** For tests that start programs besides the server. */
const programs = {
  execArgv: wasmFlags,
  globalSetup: ['src/server/testing/worlds/prepare-programs.ts'],
  setupFiles: ['src/server/testing/worlds/use-built-programs.ts'],
};

const database = {
  ...hangLimits,
  ...programs,
  exclude: needsMachine,
  globalSetup: [...programs.globalSetup, 'src/server/testing/worlds/prepare-database.ts'],
  // Loading the application takes longer than most of these files, so a worker loads it once. Files only share code,
  // because each starts its own server and database.
  isolate: false,
};

/** Whole servers that are started, killed and restarted. Ports and data are private to each file. */
const processes = {
  ...hangLimits,
  execArgv: wasmFlags,
  // They spend half of their time waiting for disks, signals and other processes, even more with a PostgreSQL server.
  // They run after all other projects, because Vitest runs projects with different numbers of workers sequentially.
  maxWorkers: Math.max(4, os.availableParallelism() - 1),
  sequence: { groupOrder: 1 },
  globalSetup: ['src/server/testing/worlds/prepare-build.ts'],
};

/** A folder includes all of its tests. */
const testsIn = (names: string[]) => names.map((name) => (name.endsWith('/') ? `${name}**/*.test.ts` : name));

const projectsOnServer = [
  {
    resolve: { alias },
    test: {
      ...database,
      ...onServer,
      name: 'database on PostgreSQL',
      include: testsIn(onBothDatabases),
      exclude: [...needsMachine, ...testsIn(oneDatabaseOnly)],
    },
  },
  {
    resolve: { alias },
    test: { ...processes, ...onServer, name: 'processes on PostgreSQL', include: processesOnServer },
  },
];

export default defineConfig({
  test: {
    // Caches compiled modules on disk, for the next project and run. It does not detect new files of a glob import.
    experimental: { fsModuleCache: true },
    tags: [
      { name: 'thorough', description: 'Left out of npm run test:security, which runs a sample.' },
      { name: 'once', description: 'Left out of the run on a PostgreSQL server: no matter of the database.' },
    ],
    sequence: { sequencer: LongestFirst },
    // Twice as many as a two-core machine has, because workers wait a third of their time for timers, disks and
    // processes.
    maxWorkers: Math.max(4, os.availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          ...hangLimits,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...needsDatabase, ...needsMachine, ...needsDom, 'src/server/processes/**'],
          // Isolation would cost 0.1 s per file, for tests that take milliseconds. Mocks are restored after each test.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
        },
      },
      {
        resolve: { alias },
        test: {
          ...hangLimits,
          name: 'client',
          include: needsDom,
          environment: 'happy-dom',
          // Loading Chakra takes longer than most of these files. As in the database project, a file must not leave
          // modules changed.
          isolate: false,
          setupFiles: ['src/client/testing/setup.ts'],
        },
      },
      {
        resolve: { alias },
        test: { ...hangLimits, ...embedded, ...programs, name: 'machine', include: needsMachine },
      },
      {
        resolve: { alias },
        test: { ...database, ...embedded, name: 'database', include: needsDatabase },
      },
      {
        resolve: { alias },
        test: { ...processes, ...embedded, name: 'processes', include: ['src/server/processes/**/*.test.ts'] },
      },
      ...(server ? projectsOnServer : []),
    ],
  },
});
