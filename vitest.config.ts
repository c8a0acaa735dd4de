import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { '~': path.resolve(import.meta.dirname, 'src') };

/**
 * unit: pure code and parts that need no database, run by `npm run check`.
 * database: services, routers and processes on a real PostgreSQL – embedded, or the server in TEST_DATABASE_URL.
 */
const needsDatabase = [
  'src/server/{features,generation,jobs,trpc,db,realtime,rest,operator,pages}/**/*.test.ts',
  'src/server/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          // Generous: properties try thousands of cases, and machines are shared.
          testTimeout: 30_000,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...needsDatabase, 'src/server/processes/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          include: needsDatabase,
          globalSetup: ['src/server/testing/prepare-database.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          // Whole servers, started, killed and started again; one at a time, because each wants the machine.
          name: 'processes',
          include: ['src/server/processes/**/*.test.ts'],
          globalSetup: ['src/server/testing/prepare-build.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
