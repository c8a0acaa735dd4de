/**
 * Removes deleted rows and renews the planner's statistics, as autovacuum does on a server: the embedded database has
 * no background processes.
 */
import type { PGlite } from '@electric-sql/pglite';
import { pause } from '~/server/lib/wait';

/** Between two tables. */
const pauseMs = 50;

interface DueTable {
  name: string;
  hasDead: boolean;
  isAnalyzed: boolean;
}

/**
 * PostgreSQL stores long values in a TOAST table beside each table. A table that was never vacuumed has -1 rows in
 * pg_class, also in databases from before the counters. Counters are lost in a crash; any later deletion finds what
 * they missed.
 */
const dueTables = `
  SELECT * FROM (
    SELECT quote_ident(here.schemaname) || '.' || quote_ident(here.relname) AS name,
           coalesce(here.n_dead_tup + coalesce(long.n_dead_tup, 0) > 0 OR c.reltuples < 0
             OR here.n_ins_since_vacuum > 1000 + 0.2 * c.reltuples, false) AS "hasDead",
           c.reltuples < 0 OR here.n_mod_since_analyze > 50 + 0.1 * c.reltuples AS "isAnalyzed"
    FROM pg_stat_user_tables here JOIN pg_class c ON c.oid = here.relid
    LEFT JOIN pg_stat_all_tables long ON long.relid = c.reltoastrelid
    WHERE pg_relation_size(c.oid) > 0
  ) AS changed
  WHERE "hasDead" OR "isAnalyzed" ORDER BY name`;

/**
 * Vacuums the tables that have changed, each in a statement of its own, so that requests wait for one table at most.
 * Returns their names.
 */
export async function vacuumChanged(pglite: PGlite, signal: AbortSignal): Promise<string[]> {
  await pglite.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pglite.query<DueTable>(dueTables);
  const done: string[] = [];
  for (const { name, hasDead, isAnalyzed } of rows) {
    // PostgreSQL runs on this thread, so requests that arrived during the last statement are only received now.
    await pause(pauseMs, signal);
    if (signal.aborted) break;
    await pglite.exec(hasDead ? `VACUUM (ANALYZE ${isAnalyzed}) ${name}` : `ANALYZE ${name}`);
    done.push(name);
  }
  return done;
}
