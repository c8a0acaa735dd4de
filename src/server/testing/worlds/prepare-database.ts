/**
 * Migrates one database before the tests; every test file then starts from a copy of it, which is quick. Copies are
 * PostgreSQL templates when TEST_DATABASE_URL names a server, and images of the embedded database otherwise.
 */
import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrate } from '~/server/db/migrate';
import { testDatabaseUrl } from '~/server/testing/environment';
import { embeddedImage, migrationsDir } from './database-image';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the image of the migrated embedded database; empty when a server is used. */
    embeddedImage: string;
    /** Name of the migrated database on the server; empty when the embedded database is used. */
    templateDatabase: string;
  }
}

export default async function prepareDatabase(project: TestProject) {
  // npm test prints this for each project, because it runs on both.
  const { env }: { env?: Partial<Record<string, string>> } = project.config;
  const serverUrl = env?.TEST_DATABASE_URL ?? testDatabaseUrl();
  if (serverUrl) {
    const template = await prepareTemplate(serverUrl);
    project.provide('embeddedImage', '');
    project.provide('templateDatabase', template.name);
    return template.drop;
  }
  project.provide('templateDatabase', '');
  project.provide('embeddedImage', await embeddedImage());
}

/** The name is unique to this run, so that several runs can share one server. */
async function prepareTemplate(serverUrl: string) {
  const { default: pg } = await import('pg');
  const name = `qinsight_test_template_${randomBytes(6).toString('hex')}`;
  const onServer = async (sql: string) => {
    const server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
    await server.query(sql).finally(() => server.end());
  };
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
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
  return { name, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
