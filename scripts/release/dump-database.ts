/**
 * Writes the database of a built server with sample data as SQL, for upgrade tests. It can be loaded into an empty
 * database. Needs the PostgreSQL programs. Usage: tsx scripts/release/dump-database.ts VERSION
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { apiClient, question, signUpAt, testPassword } from '~/server/testing/clients/api-client';
import { findProgram } from '~/server/testing/fakes/find-program';
import { until } from '~/server/testing/until';
import {
  endAllServers,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '~/server/testing/worlds/server-process';
import { startPostgres } from '../bench/lib/postgres';

const [version] = process.argv.slice(2);
if (!version) throw new Error('Give the version of the release.');

const cluster = await startPostgres();
const url = await cluster.createDatabase('qinsight');
const settings = { DATABASE_URL: url, DATA_DIR: temporaryFolder(), PRICE_PROVIDER: 'none' };
try {
  execFileSync(process.execPath, ['scripts/operator.mjs', 'demo', '--password-stdin'], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    input: `${testPassword}\n`,
  });
  const product = await startServer({ ...settings, TIMESTAMP_AUTHORITIES: 'none' });
  await fill(product);
  await product.end('SIGTERM');
  const sql = execFileSync(
    findProgram('pg_dump') ?? 'pg_dump',
    ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200', url],
    { maxBuffer: 2 ** 28 },
  );
  // Removes psql meta-commands, which other clients don't understand.
  const plain = String(sql).replace(/^\\(?:un)?restrict .*\n/gm, '');
  writeFileSync(`src/server/testing/releases/${version}.sql.gz`, gzipSync(plain, { level: 9 }));
} finally {
  await endAllServers();
  await cluster.stop();
}

/** Adds one of each object that the sample data lacks. */
async function fill(product: ServerProcess): Promise<void> {
  const user = await signUpAt(product.url, 'upgrade@example.com');
  const client = apiClient(product.url, user.cookie);
  const collection = await client.collections.create.mutate({ name: 'Board papers', scope: 'personal' });
  const article = { title: 'Rates', content: 'The deposit rate was 2.00 % on 30 October 2025.' };
  await client.collections.addDocument.mutate({ collectionId: collection.id, ...article });
  const project = await client.projects.create.mutate({ name: 'Annual meeting' });
  const { assistantMessage } = await client.messages.send.mutate(question('What was the deposit rate?'));
  const { conversationId } = assistantMessage;
  await until(async () => {
    const { items } = await client.messages.list.query({ conversationId });
    return items.every(({ metadata }) => metadata.processing !== true);
  }, 'the answer is stored');
  await client.projects.moveConversations.mutate({ conversationIds: [conversationId], projectId: project.id });
  await client.shares.create.mutate({ conversationId });
  await client.tokens.create.mutate({ name: 'Reports', scope: 'read', password: testPassword });
}
