/**
 * The parts of the status with several services each. Only requests that cost nothing are sent; about web search, the
 * outcome of the last search is shown.
 */
import type { Deps } from '~/server/deps';
import { mirrorKeys } from '~/server/features/mirror/mirror-keys';
import { connectionOf } from '~/server/features/models/connection';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { readSettings } from '~/server/features/web/search-providers.service';
import { addressBelow, requestJson } from '~/server/providers/llm/endpoint-json';
import { listModels, NoModelList } from '~/server/providers/llm/listed-models';
import { formatInstant } from '~/shared/figure-text';
import type { PartStatus } from '~/shared/schemas/status';
import { failing, off, type partFixes, problemOf } from './part-status';

interface Neighbor {
  name: string;
  state: 'ok' | 'failing' | 'unchecked';
  /** Why it is in this state. */
  note?: string;
}

/** Services that work are named too, so that administrators see which of several fail. */
function partOf(part: keyof typeof partFixes, neighbors: readonly Neighbor[]): PartStatus {
  const inState = (state: Neighbor['state']) => neighbors.filter((one) => one.state === state);
  const sorted = [...inState('failing'), ...inState('unchecked'), ...inState('ok')];
  const detail = sorted.map(({ name, note }) => (note ? `${name}: ${note.replace(/\.$/, '')}` : name)).join('. ');
  const [worst] = sorted;
  return worst?.state === 'failing' ? failing(part, detail) : { part, state: worst?.state ?? 'off', detail };
}

async function ask(name: string, work: (signal: AbortSignal) => Promise<unknown>): Promise<Neighbor> {
  const note = await problemOf(work);
  return note === null ? { name, state: 'ok' } : { name, state: 'failing', note };
}

type Connection = Parameters<typeof listModels>[0];

/** Asks each enabled endpoint for its list of models, which is free. */
export async function endpointsPart({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<PartStatus> {
  const rows = await db.modelEndpoint.findMany({
    where: { isEnabled: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const box = createSecretBox(env);
  const stored = rows.map((row): [string, Connection | null] => {
    const secrets = box.open(row.baseUrl, row.secrets);
    return [row.name, secrets && connectionOf(row, secrets, { name: '' })];
  });
  const all: [string, Connection | null][] = [
    ...(env.model ? [[new URL(env.model.baseUrl).host, env.model] as [string, Connection]] : []),
    ...stored,
  ];
  if (all.length === 0) return off('endpoints', 'None is configured');
  return partOf('endpoints', await Promise.all(all.map(([name, connection]) => endpoint(name, connection))));
}

async function endpoint(name: string, connection: Connection | null): Promise<Neighbor> {
  if (!connection) return { name, state: 'failing', note: 'its key cannot be decrypted. Enter it again' };
  let missing: NoModelList | undefined;
  const neighbor = await ask(name, async (signal) => {
    await listModels(connection, signal).catch((error: unknown) => {
      if (!(error instanceof NoModelList)) throw error;
      missing = error;
    });
  });
  return missing ? withoutList(name, missing.status) : neighbor;
}

/** Some endpoints answer messages, but have no list of models. */
function withoutList(name: string, status: number): Neighbor {
  if (status === 401 || status === 403) return { name, state: 'failing', note: `rejected the key (${status})` };
  if (status >= 500) return { name, state: 'failing', note: `not available (${status})` };
  return { name, state: 'unchecked', note: `lists no models (${status}), so it was not checked` };
}

/** The last search of each provider, by the process that responds. */
export async function searchPart(deps: Deps): Promise<PartStatus> {
  const { isOff, providers } = await readSettings(deps);
  if (isOff) return off('search', 'SEARCH_PROVIDER is none');
  const enabled = providers.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) return off('search', 'No provider is configured');
  return partOf(
    'search',
    enabled.map(({ name, isLocked }): Neighbor => {
      if (isLocked) return { name, state: 'failing', note: 'its key cannot be decrypted. Enter it again' };
      const last = deps.search.lastOutcome(name);
      if (!last) return { name, state: 'unchecked', note: 'not used since the start of this process' };
      const note = `${last.problem ?? 'last search'}, ${formatInstant(last.at)}`;
      return { name, state: last.problem === null ? 'ok' : 'failing', note };
    }),
  );
}

export async function mirrorPart({ XAI_MANAGEMENT_KEY, xaiMirror }: Deps['env']): Promise<PartStatus> {
  if (!XAI_MANAGEMENT_KEY) return off('mirror', 'XAI_MANAGEMENT_KEY is not set');
  if (!xaiMirror) return failing('mirror', 'XAI_MANAGEMENT_KEY has no effect without a key for files');
  const keys = mirrorKeys(xaiMirror);
  return partOf('mirror', await Promise.all(keys.map(({ name, host, use }) => ask(`${name} at ${host}`, use))));
}

/** Requests the metadata of each provider again, since the cached one does not show that it is still available. */
export async function signInPart({ oidc }: Pick<Deps, 'oidc'>): Promise<PartStatus> {
  if (oidc.length === 0) return off('signIn', 'OIDC_ISSUER is not set');
  const checks = oidc.map(({ settings, check }) => ask(`${settings.name} (${new URL(settings.issuer).host})`, check));
  return partOf('signIn', await Promise.all(checks));
}

/** Sends the collector an empty request, which it accepts or rejects like any other. */
export async function tracesPart(env: Deps['env']): Promise<PartStatus> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (!baseUrl) return off('traces', 'OTEL_EXPORTER_OTLP_ENDPOINT is not set');
  const collector = { baseUrl, headers, apiKey: '', proxyUrl: undefined };
  const neighbor = await ask(new URL(baseUrl).host, async (signal) => {
    const url = addressBelow(baseUrl, '/v1/traces');
    const { status } = await requestJson(collector, url, signal, { resourceSpans: [] });
    if (status >= 400) throw new Error(`rejected an empty request (${status})`);
  });
  return partOf('traces', [neighbor]);
}
