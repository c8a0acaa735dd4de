/**
 * The setup for benchmarks of questions: the product and a bare relay, both using one scripted model, on PostgreSQL.
 */
import pg from 'pg';
import { startPart } from './child';
import { startPostgres } from './postgres';
import { connectedTo, startServer } from './server';

export async function startSetup(model: string, settings: Record<string, string> = {}) {
  const cluster = await startPostgres();
  const databaseUrl = await cluster.createDatabase('bench');
  const upstream = await startPart<{ port: number }>('upstream.ts');
  const relay = await startPart<{ port: number }>('relay.ts', [String(upstream.ready.port), model]);
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    ...connectedTo(upstream.ready.port, model),
    ...settings,
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  return {
    cluster,
    relay,
    server,
    pool,
    async stop() {
      await pool.end();
      await server.stop();
      await relay.stop();
      await upstream.stop();
      await cluster.stop();
    },
  };
}
