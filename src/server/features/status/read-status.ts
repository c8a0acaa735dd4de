import type { Deps } from '~/server/deps';
import { readPriceHealth } from '~/server/features/prices/price-health';
import { backupPart, readScheduledBackups } from '~/server/features/scheduled-backups/read-scheduled-backups';
import { readCalendarStates } from '~/server/features/track-record/read-bitcoin-proofs';
import { readAuthorities } from '~/server/features/track-record/read-timestamps';
import { readDeadJobs, readJobKinds } from '~/server/jobs/job-store';
import { formatInstant } from '~/shared/figure-text';
import type { InstallationStatus, PartStatus } from '~/shared/schemas/status';
import { endpointsPart, mirrorPart, searchPart, signInPart, tracesPart } from './neighbor-parts';
import { failing, off, type partFixes, problemOf } from './part-status';
import { readProcesses } from './server-processes';
import { readErrors } from './stored-errors';

const maxDeadJobs = 50;

/** The state of the installation for administrators. Everything is read at the time of the request. */
export async function readStatus(deps: Deps): Promise<InstallationStatus> {
  const backups = await readScheduledBackups(deps);
  const [parts, processes, jobs, deadJobs, storage, lastBackup, errors] = await Promise.all([
    readParts(deps, backups),
    readProcesses(deps),
    readJobKinds(deps.db),
    readDeadJobs(deps.db, maxDeadJobs),
    readStorage(deps),
    readLastBackup(deps),
    readErrors(deps),
  ]);
  return {
    version: deps.processState.version,
    startedAt: deps.processState.startedAt,
    parts,
    processes,
    jobs,
    deadJobs: deadJobs.map(({ id, kind, attempts, error, updatedAt }) => ({
      id,
      kind,
      attempts,
      error,
      failedAt: updatedAt,
    })),
    storage,
    lastBackup,
    scheduledBackups: backups,
    errors,
  };
}

function readParts(deps: Deps, backups: InstallationStatus['scheduledBackups']): Promise<PartStatus[]> {
  const { db, database, store, env, bus, mailer } = deps;
  const name = database.isEmbedded ? 'Embedded' : 'PostgreSQL server';
  return Promise.all([
    check('database', name, () => db.sql`SELECT 1`),
    check('storage', storageName(env), () => store.check()),
    redisPart(env.REDIS_URL !== undefined, bus.receivesFromOtherProcesses()),
    modelPart(deps),
    endpointsPart(deps),
    vectorPart(deps),
    searchPart(deps),
    mirrorPart(env),
    signInPart(deps),
    mailer.kind === 'log' ? off('email', 'SMTP_URL is not set') : check('email', 'Mail server', () => mailer.check()),
    pricePart(deps),
    timestampPart(deps),
    backupPart(backups),
    tracesPart(env),
  ]);
}

const storageName = ({ S3_BUCKET, ENCRYPT_FILES }: Deps['env']) =>
  `${S3_BUCKET ? `S3 bucket ${S3_BUCKET}` : 'Disk'}${ENCRYPT_FILES === 'on' ? '. New files are encrypted' : ''}`;

async function check(
  part: keyof typeof partFixes,
  name: string,
  work: () => PromiseLike<unknown>,
): Promise<PartStatus> {
  const problem = await problemOf(work);
  return problem === null ? { part, state: 'ok', detail: name } : failing(part, `${name}: ${problem}`);
}

function redisPart(isSet: boolean, isConnected: boolean): PartStatus {
  if (!isSet) return off('redis', 'REDIS_URL is not set');
  return isConnected ? { part: 'redis', state: 'ok', detail: 'Receives events' } : failing('redis', 'Not connected');
}

/** The default model. A request to it costs money, so none is sent; each model can be tested on the models page. */
async function modelPart({ models }: Deps): Promise<PartStatus> {
  const [byDefault] = await models.list({ id: '', isAdmin: true });
  return byDefault?.model.isConnected
    ? { part: 'model', state: 'unchecked', detail: byDefault.displayName }
    : off('model', 'The built-in offline analyst answers');
}

/** How many files have all their vectors. A failing endpoint is visible in the jobs. */
async function vectorPart({ db, database, vectors }: Deps): Promise<PartStatus> {
  if (database.vectorProblem) return off('vectors', `Words only: ${database.vectorProblem}`);
  const embedder = await vectors.embedder();
  if (!embedder) return off('vectors', 'Words only: no endpoint has an embedding model');
  const [row] = await db.sql<{ files: number; done: number }>`
    SELECT count(*)::int AS files, (count(*) FILTER (WHERE e.completed_at IS NOT NULL AND e.model = ${embedder.model}))::int AS done
    FROM passage_indexes i LEFT JOIN embedded_files e ON e.file = i.number WHERE i.indexed_at IS NOT NULL`;
  return { part: 'vectors', state: 'ok', detail: `${embedder.model}: ${row?.done ?? 0} of ${row?.files ?? 0} files` };
}

async function pricePart(deps: Deps): Promise<PartStatus> {
  const { provider, lastFailure } = await readPriceHealth(deps);
  if (provider === 'none') return off('prices', 'PRICE_PROVIDER is none');
  return lastFailure
    ? failing('prices', `${provider}: ${lastFailure.words}`)
    : { part: 'prices', state: 'ok', detail: provider };
}

async function timestampPart(deps: Deps): Promise<PartStatus> {
  const states = [...(await readAuthorities(deps)), ...(await readCalendarStates(deps))];
  if (states.length === 0) return off('timestamps', 'TIMESTAMP_AUTHORITIES is none');
  const failed = states.filter(({ failure }) => failure !== null);
  const details = (failed.length > 0 ? failed : states).map(
    ({ name, failure, lastTime }) => `${name}: ${failure ?? (lastTime ? formatInstant(lastTime) : 'no timestamp yet')}`,
  );
  const detail = details.join(' ');
  return failed.length > 0 ? failing('timestamps', detail) : { part: 'timestamps', state: 'ok', detail };
}

async function readStorage({ db }: Deps): Promise<InstallationStatus['storage']> {
  const [row] = await db.sql<InstallationStatus['storage']>`
    SELECT coalesce(sum(files), 0)::float8 AS files, coalesce(sum(bytes), 0)::float8 AS "fileBytes",
           pg_database_size(current_database())::float8 AS "databaseBytes"
    FROM account_usage`;
  return row ?? { files: 0, fileBytes: 0, databaseBytes: 0 };
}

/** Other ways to back up a PostgreSQL server leave no record here. */
async function readLastBackup({ db }: Deps): Promise<Date | null> {
  const [row] = await db.sql<{ at: Date | null }>`
    SELECT greatest((SELECT at FROM audit_events WHERE kind = 'backup-made' ORDER BY id DESC LIMIT 1),
                    (SELECT finished_at FROM backups WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1)) AS at`;
  return row?.at ?? null;
}
