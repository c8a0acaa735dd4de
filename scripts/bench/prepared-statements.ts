/**
 * The cost of statements on the embedded database: prepared ones compared with PGlite's default, in turns on one
 * database.
 * Usage: npx tsx scripts/bench/prepared-statements.ts [executions]
 */
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '~/server/db/embedded';
import { migrate } from '~/server/db/migrate';
import { sqlConnection } from '~/server/db/session';
import { temporaryFolder } from './lib/child';
import { known, report } from './lib/report';
import { median } from './lib/stats';

const executions = Number(process.argv[2] ?? 1000);
const turns = 4;
const userId = '00000000-0000-4000-8000-000000000000';

const statements = {
  'a row by its key': [
    'SELECT id, email, first_name, last_name, is_admin, is_locked, created_at FROM users WHERE id = $1::uuid',
    [userId],
  ],
  'a page of conversations with their projects': [
    `SELECT c.id, c.title, c.updated_at, p.name FROM conversations c JOIN users u ON u.id = c.user_id
     LEFT JOIN projects p ON p.id = c.project_id
     WHERE c.user_id = $1::uuid AND NOT u.is_locked ORDER BY c.updated_at DESC, c.id LIMIT $2::int`,
    [userId, 50],
  ],
} as const;

const { pglite, close } = await openEmbedded({ dataDir: path.join(temporaryFolder(), 'data'), create: 'if new' });
await migrate(async (work) => work(sqlConnection(pglite)), path.resolve('prisma/migrations'), {});

const prepared = (text: string, values: unknown[]) => pglite.query(text, values);
const unprepared = (text: string, values: unknown[]) => PGlite.prototype.query.call(pglite, text, values);

/** Milliseconds per execution. */
async function measure(run: typeof prepared, [text, values]: readonly [string, readonly unknown[]]): Promise<number> {
  const started = performance.now();
  for (let index = 0; index < executions; index++) await run(text, [...values]);
  return (performance.now() - started) / executions;
}

const results = [];
for (const [name, statement] of Object.entries(statements)) {
  const ms = { prepared: [] as number[], unprepared: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    ms.unprepared.push(await measure(unprepared, statement));
    ms.prepared.push(await measure(prepared, statement));
  }
  const [own, plain] = [median(ms.prepared), median(ms.unprepared)];
  results.push(known(name, `${(own / plain).toFixed(2)} × (${plain.toFixed(2)} ms to ${own.toFixed(2)} ms)`));
}
report('Prepared statements of the embedded database, relative to PGlite’s own way', results);
await close();
process.exit();
