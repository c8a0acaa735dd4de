/**
 * Runs initdb once and stores the result, which every new embedded database starts from: in new installations, and for
 * backups that are restored to verify them. Writes dist/empty-database.tar.gz.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const file = path.resolve(import.meta.dirname, '../dist/empty-database.tar.gz');
const pglite = await PGlite.create();
// Drops the template databases: two thirds of the files, copied with every database but never used by the product.
await pglite.exec("UPDATE pg_database SET datistemplate = false, datallowconn = true WHERE datname LIKE 'template_'");
await pglite.exec('DROP DATABASE template0');
await pglite.exec('DROP DATABASE template1');
await pglite.exec('CHECKPOINT');
const bytes = Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer());
await pglite.close();
mkdirSync(path.dirname(file), { recursive: true });
// Renamed when complete, so that a starting server never reads a partial file.
writeFileSync(`${file}.part`, bytes);
renameSync(`${file}.part`, file);
