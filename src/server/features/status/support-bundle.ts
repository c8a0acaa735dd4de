/** Diagnostic data for someone who supports this installation: no secrets, messages or emails. */
import os from 'node:os';
import type { Deps } from '~/server/deps';
import { type Env, parseEnv, settingNames } from '~/server/env';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { addressOf } from '~/server/features/web/search-catalog';
import { packageVersion } from '~/server/lib/package-version';
import type { SupportBundle } from '~/shared/schemas/status';
import { readStatus } from './read-status';
import { withoutSecrets } from './without-secrets';

/** Settings whose values are safe to share. For all others, the bundle only says that they are set. */
const openTexts = [
  'NODE_ENV',
  'AI_API',
  'AI_MODEL',
  'AI_EMBEDDING_MODEL',
  'AI_RERANK_MODEL',
  'BACKUP_TIMES',
  'DOCUMENT_SUMMARIES',
  'ENCRYPT_FILES',
  'ENCRYPT_MESSAGES',
  'FX_PROVIDER',
  'LOG_LEVEL',
  'OTEL_SERVICE_NAME',
  'PRICE_PROVIDER',
  'PRICE_FALLBACK',
  'PUBLISH_PRICES',
  'PUBLIC_SHARING',
  'REQUIRE_SECOND_FACTOR',
  'SEARCH_PROVIDER',
  'SIGN_UP',
];
const maxTables = 20;

export async function makeSupportBundle(deps: Deps, acting: Acting): Promise<SupportBundle> {
  const [status, database, migrations] = await Promise.all([
    readStatus(deps),
    readDatabase(deps),
    deps.db.sql<{ name: string }>`
      SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name`,
  ]);
  await recordAudit(deps, { kind: 'support-bundle-made', actor: acting.by, caller: acting.caller });
  const bundle: SupportBundle = {
    generatedAt: new Date(),
    version: packageVersion(),
    machine: {
      node: process.version,
      platform: `${process.platform} ${process.arch} ${os.release()}`,
      cores: os.availableParallelism(),
      memoryBytes: os.totalmem(),
      processBytes: process.memoryUsage.rss(),
      uptimeSeconds: Math.round(process.uptime()),
    },
    settings: changedSettings(deps.env),
    database: { ...database, migrations: migrations.map(({ name }) => name) },
    status,
  };
  return withoutSecrets(bundle, { ...deps.env, stored: await storedSecrets(deps) }, openTexts);
}

/** Keys entered by administrators, because an error message of a service may repeat one. */
async function storedSecrets({ db, env }: Deps) {
  const box = createSecretBox(env);
  const [endpoints, providers] = await Promise.all([
    db.modelEndpoint.findMany({ select: { baseUrl: true, secrets: true } }),
    db.searchProvider.findMany({ select: { name: true, baseUrl: true, secrets: true } }),
  ]);
  return [
    ...endpoints.map(({ baseUrl, secrets }) => box.open(baseUrl, secrets)),
    ...providers.map((provider) => box.open(addressOf(provider), provider.secrets)),
  ];
}

/** Settings that differ from their defaults. */
function changedSettings(env: Env): Record<string, string> {
  const defaults = parseEnv({});
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const key = name as keyof Env;
      const value: unknown = env[key];
      if (JSON.stringify(value) === JSON.stringify(defaults[key])) return [];
      return [[name, wordsOf(name, value)]];
    }),
  );
}

function wordsOf(name: string, value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return openTexts.includes(name) ? String(value) : '(set)';
}

async function readDatabase({ db, database }: Deps) {
  const [[server], tables, [processes]] = await Promise.all([
    db.sql<{ version: string }>`SELECT version() AS version`,
    db.sql<{ table: string; rows: number; bytes: number }>`
      SELECT relname AS table, greatest(reltuples, 0)::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      ORDER BY pg_total_relation_size(oid) DESC, relname LIMIT ${maxTables}`,
    db.sql<{ count: number }>`SELECT count(*)::int AS count FROM server_processes`,
  ]);
  return {
    kind: database.isEmbedded ? ('embedded' as const) : ('server' as const),
    version: server?.version ?? '',
    processes: processes?.count ?? 0,
    largestTables: tables,
  };
}
