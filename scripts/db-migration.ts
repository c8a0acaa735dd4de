/**
 * Creates or checks migrations without the binary of Prisma's schema engine, which can't be downloaded everywhere: the
 * same engine in WebAssembly compares the migrations with schema.prisma on an embedded database.
 *
 *   npm run db:migration -- add-notes    writes prisma/migrations/<time>_add_notes/migration.sql
 *   npm run db:check                     exits 1 when schema.prisma and the migrations differ
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { asPlainIndex } from '../src/server/db/build-index';

const schemaPath = 'prisma/schema.prisma';
const folder = 'prisma/migrations';
const lockfile = `# Which database these migrations are for. Keep it under version control.\nprovider = "postgresql"\n`;

// The engine supports only one instance per process.
const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg' as string);
const wasm = readFileSync('node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm');
const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings });
bindings.__wbg_set_wasm(instance.exports);
(instance.exports.__wbindgen_start as () => void)();

const connect = () => new PrismaPGlite(new PGlite()).connect();
const adapter = bindMigrationAwareSqlAdapterFactory({
  adapterName: 'pglite',
  provider: 'postgres',
  connect,
  connectToShadowDb: connect,
} as unknown as Parameters<typeof bindMigrationAwareSqlAdapterFactory>[0]);

const schema = readFileSync(schemaPath, 'utf8');
const engine = await bindings.SchemaEngine.new({ datamodels: [[schemaPath, schema]] }, () => {}, adapter);

const names = existsSync(folder)
  ? readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
  : [];

const { stdout } = await engine.diff({
  from: {
    tag: 'migrations',
    baseDir: folder,
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: lockfile },
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: asPlainIndex(readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')) },
      },
    })),
  },
  to: { tag: 'schemaDatamodel', files: [{ path: schemaPath, content: schema }] },
  script: true,
  exitCode: true,
  shadowDatabaseUrl: null,
  filters: { externalTables: [], externalEnums: [] },
});
const sql = (stdout ?? '').trim();
const inSync = sql === '' || sql === '-- This is an empty migration.';

const [argument] = process.argv.slice(2);
if (argument === '--check') {
  if (!inSync) console.error(`schema.prisma and the migrations differ. Run npm run db:migration -- <name>.\n\n${sql}`);
  else console.log('schema.prisma and the migrations agree.');
  process.exit(inSync ? 0 : 1);
}
if (!argument || !/^[a-z0-9-]+$/.test(argument)) {
  console.error('Name the migration in lowercase letters and hyphens: npm run db:migration -- add-notes');
  process.exit(1);
}
if (inSync) {
  console.log('Nothing to write: schema.prisma and the migrations agree.');
  process.exit(0);
}
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const target = path.join(folder, `${stamp}_${argument.replaceAll('-', '_')}`);
mkdirSync(target, { recursive: true });
writeFileSync(path.join(target, 'migration.sql'), `${sql}\n`);
writeFileSync(path.join(folder, 'migration_lock.toml'), lockfile);
console.log(`Wrote ${target}/migration.sql`);
process.exit(0);
