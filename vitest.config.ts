import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { onBothDatabases, onceInTheseFolders, processesOnServer } from './scripts/both-databases.mjs';
import { LongestFirst } from './scripts/longest-first.mjs';

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
  'src/client/features/chat/files/pending-files.test.ts',
  'src/client/site/wake-on-intent.test.ts',
];

/** Components and hooks in a DOM. */
const needsDom = ['src/client/**/*.test.tsx', 'src/client/**/use-*.test.ts'];

/** Ends a test that hangs. It proves nothing about speed, so it is far above what a busy machine needs. */
const hangLimits = { testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * npm test runs the files of both-databases.mjs on both databases at once: their waiting is then filled by the others.
 * Otherwise TEST_DATABASE_URL alone says on which database a project runs.
 */
const server = process.env.TEST_BOTH_DATABASES === '1' ? (process.env.TEST_DATABASE_URL ?? '') : '';
const embedded = server ? { env: { TEST_DATABASE_URL: '' } } : {};
const onServer = { env: { TEST_DATABASE_URL: server }, tagsFilter: ['!once'] };

/**
 * V8 optimizes the WebAssembly of the embedded database in the background. In a process that ends within minutes this
 * takes more CPU time than the optimized code saves.
 */
const wasmFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** For what starts programs beside the server. */
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
  // Loading the application costs more than most of these files. A worker loads it once; what a file shares with the
  // next is code only, because each starts a server and a database of its own.
  isolate: false,
};

/** Whole servers, started, killed and started again. Ports and data are private to each file. */
const processes = {
  ...hangLimits,
  execArgv: wasmFlags,
  // They wait half of their time, for disks, signals and other processes; on a server even more. After all other
  // projects, because Vitest runs projects with different numbers of workers one after the other.
  maxWorkers: Math.max(4, os.availableParallelism() - 1),
  sequence: { groupOrder: 1 },
  globalSetup: ['src/server/testing/worlds/prepare-build.ts'],
};

/** A folder stands for all of its tests. */
const testsIn = (names: string[]) => names.map((name) => (name.endsWith('/') ? `${name}**/*.test.ts` : name));

const projectsOnServer = [
  {
    resolve: { alias },
    test: {
      ...database,
      ...onServer,
      name: 'database on PostgreSQL',
      include: testsIn(onBothDatabases),
      exclude: [...needsMachine, ...testsIn(onceInTheseFolders)],
    },
  },
  {
    resolve: { alias },
    test: { ...processes, ...onServer, name: 'processes on PostgreSQL', include: processesOnServer },
  },
];

export default defineConfig({
  test: {
    // Keeps compiled modules on disk, for the next project and the next run. It does not notice new files of a glob import.
    experimental: { fsModuleCache: true },
    tags: [
      { name: 'thorough', description: 'Left out of npm run test:security, which runs a sample.' },
      { name: 'once', description: 'Left out of the run on a PostgreSQL server: no matter of the database.' },
    ],
    sequence: { sequencer: LongestFirst },
    // Twice what a two-core machine has: workers wait a third of their time, for timers, disks and other processes.
    maxWorkers: Math.max(4, os.availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          ...hangLimits,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...needsDatabase, ...needsMachine, ...needsDom, 'src/server/processes/**'],
          // A tenth of a second for each file, for tests that take milliseconds. What a test replaced is put back.
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
          // Loading Chakra costs more than most of these files. As in the database project, a file must leave no module
          // changed.
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
