/**
 * Migrates one database before the tests; every test file then starts from a copy of it, which is quick. Copies are
 * PostgreSQL templates when TEST_DATABASE_URL names a server, and images of the embedded database otherwise.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { migrate, type SqlConnection } from '~/server/db/migrate';

export const templateName = 'qinsight_test_template';
const migrationsDir = path.resolve('prisma/migrations');

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the image of the migrated embedded database; empty when a server is used. */
    embeddedImage: string;
  }
}

export default async function prepareDatabase(project: TestProject) {
  if (process.env.TEST_DATABASE_URL) {
    await prepareTemplate(process.env.TEST_DATABASE_URL);
    project.provide('embeddedImage', '');
    return;
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'qinsight-test-'));
  const pglite = await PGlite.create();
  await migrate((work) => work(connectionOf(pglite)), migrationsDir);
  const image = path.join(folder, 'database.tar');
  await writeFile(image, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  project.provide('embeddedImage', image);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

const connectionOf = (pglite: PGlite): SqlConnection => ({
  query: async (sql, parameters) => (await pglite.query<Record<string, unknown>>(sql, parameters)).rows,
  script: async (sql) => {
    await pglite.exec(sql);
  },
});

async function prepareTemplate(serverUrl: string) {
  const { default: pg } = await import('pg');
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`DROP DATABASE IF EXISTS ${templateName}`);
  await server.query(`CREATE DATABASE ${templateName}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  const template = new pg.Client({ connectionString: url.href });
  await template.connect();
  await migrate(
    (work) =>
      work({
        query: async (sql, parameters) => (await template.query(sql, parameters)).rows,
        script: async (sql) => {
          await template.query(sql);
        },
      }),
    migrationsDir,
  );
  await template.end();
}
