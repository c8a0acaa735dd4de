/** Management of model endpoints by administrators. Keys are write-only. */
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { embedMissingJob } from '~/server/features/vectors/embed-missing.job';
import type { CreateEndpointInput, ModelEndpointRow, UpdateEndpointInput } from '~/shared/schemas/models';
import { type EndpointWithModels, idOfSettings, readCatalog, type StoredCatalog } from './catalog-models';
import { apiKindOf } from './connection';
import { createSecretBox, type EndpointSecrets, originOf, type SecretBox } from './endpoint-secrets';
import { endpointNameTaken, endpointNotFound, keyRequiredAgain } from './models.errors';
import { toOfferedModel } from './offered-model';
import { isUniqueViolation } from './unique-violation';

/** The endpoint of the settings first, then the others, oldest first. */
export async function listEndpoints(deps: Deps): Promise<ModelEndpointRow[]> {
  const stored = await readCatalog(deps.db, deps.model.name);
  const box = createSecretBox(deps.env);
  return [...endpointOfSettings(deps, stored), ...stored.endpoints.map((row) => toEndpoint(row, box))];
}

function endpointOfSettings({ env, model }: Deps, stored: StoredCatalog): ModelEndpointRow[] {
  if (!env.model) return [];
  const { baseUrl, api, apiKey, headers = {}, proxyUrl } = env.model;
  const { name } = model;
  const row = { ...(stored.ofSettings ?? { name }), id: idOfSettings(stored, name) };
  return [
    {
      id: null,
      name: new URL(baseUrl).host,
      baseUrl,
      api,
      hasKey: apiKey !== '' && apiKey !== 'none',
      headerNames: Object.keys(headers),
      proxy: withoutCredentials(proxyUrl),
      embeddingModel: env.AI_EMBEDDING_MODEL ?? null,
      rerankModel: env.AI_RERANK_MODEL ?? null,
      isEnabled: true,
      isLocked: false,
      models: [toOfferedModel(row)],
    },
  ];
}

function toEndpoint(row: EndpointWithModels, box: SecretBox): ModelEndpointRow {
  const secrets = box.open(row.baseUrl, row.secrets);
  return {
    id: row.id,
    name: row.name,
    baseUrl: row.baseUrl,
    api: apiKindOf(row.api),
    hasKey: Boolean(secrets?.apiKey),
    headerNames: Object.keys(secrets?.headers ?? {}),
    proxy: withoutCredentials(secrets?.proxyUrl),
    embeddingModel: row.embeddingModel,
    rerankModel: row.rerankModel,
    isEnabled: row.isEnabled,
    isLocked: secrets === null,
    models: row.models.map(toOfferedModel),
  };
}

function withoutCredentials(proxyUrl: string | undefined): string | null {
  if (!proxyUrl) return null;
  const { protocol, host } = new URL(proxyUrl);
  return `${protocol}//${host}`;
}

/** Columns stored as entered. Missing fields stay unchanged. */
const columnsOf = ({ name, baseUrl, api, isEnabled, embeddingModel, rerankModel }: CreateEndpointInput) => ({
  name,
  baseUrl,
  api,
  isEnabled,
  ...(embeddingModel !== undefined && { embeddingModel }),
  ...(rerankModel !== undefined && { rerankModel }),
});

export async function createEndpoint(deps: Deps, acting: Acting, input: CreateEndpointInput): Promise<{ id: string }> {
  const secrets = createSecretBox(deps.env).seal(input.baseUrl, givenSecrets(input));
  const created = await deps.db
    .$transaction(async (tx) => {
      const row = await tx.modelEndpoint.create({
        data: { ...columnsOf(input), secrets },
      });
      await recordAudit(tx, {
        kind: 'model-endpoint-added',
        actor: acting.by,
        subject: { id: row.id, label: input.name },
        details: detailsOf(input),
        caller: acting.caller,
      });
      return row;
    })
    .catch(nameTakenError);
  endpointsChanged(deps);
  return { id: created.id };
}

export async function updateEndpoint(deps: Deps, acting: Acting, input: UpdateEndpointInput): Promise<void> {
  const { id, name, baseUrl } = input;
  const box = createSecretBox(deps.env);
  await deps.db
    .$transaction(async (tx) => {
      const before = await tx.modelEndpoint.findUnique({ where: { id } });
      if (!before) throw endpointNotFound();
      const secrets = box.seal(baseUrl, secretsAfter(box, before, input));
      await tx.modelEndpoint.update({
        where: { id },
        data: { ...columnsOf(input), secrets },
      });
      await recordAudit(tx, {
        kind: 'model-endpoint-changed',
        actor: acting.by,
        subject: { id, label: name },
        details: detailsOf(input),
        caller: acting.caller,
      });
    })
    .catch(nameTakenError);
  endpointsChanged(deps);
}

/**
 * The stored secrets, updated by the input. They are bound to their URL: an administrator who does not have the key
 * must not be able to send it to their own server.
 */
function secretsAfter(
  box: SecretBox,
  before: { baseUrl: string; secrets: string | null },
  input: UpdateEndpointInput,
): EndpointSecrets {
  const known = box.open(before.baseUrl, before.secrets);
  if (!known && input.apiKey === undefined) throw keyRequiredAgain();
  const unchanged = Object.entries(known ?? {}).filter(([name]) => input[name as keyof EndpointSecrets] === undefined);
  const isElsewhere = originOf(before.baseUrl) !== originOf(input.baseUrl);
  // Without TLS, a proxy reads the key.
  const isReadable =
    input.proxyUrl && input.proxyUrl !== known?.proxyUrl && new URL(input.baseUrl).protocol === 'http:';
  if (unchanged.length > 0 && (isElsewhere || isReadable)) throw keyRequiredAgain();
  return { ...Object.fromEntries(unchanged), ...givenSecrets(input) };
}

function givenSecrets({ apiKey, headers, proxyUrl }: CreateEndpointInput): EndpointSecrets {
  return {
    ...(apiKey && { apiKey }),
    ...(headers && Object.keys(headers).length > 0 && { headers }),
    ...(proxyUrl && { proxyUrl }),
  };
}

/** Deletes the endpoint with its models. Answers keep the names of the models that wrote them. */
export async function deleteEndpoint(deps: Deps, acting: Acting, id: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const row = await tx.modelEndpoint.findUnique({ where: { id }, select: { name: true } });
    const { count } = await tx.modelEndpoint.deleteMany({ where: { id } });
    if (!row || count === 0) throw endpointNotFound();
    await recordAudit(tx, {
      kind: 'model-endpoint-deleted',
      actor: acting.by,
      subject: { id, label: row.name },
      caller: acting.caller,
    });
  });
  endpointsChanged(deps);
}

/** The first embedding model may have changed; files then get new vectors in the background. */
function endpointsChanged(deps: Deps): void {
  deps.models.changed();
  deps.background.run('requesting vectors of files', () => deps.jobs.runSoon(embedMissingJob));
}

/** For the audit log: the URL, and whether secrets were set, but never their values. */
const detailsOf = (input: CreateEndpointInput) => ({
  address: input.baseUrl,
  api: input.api,
  isEnabled: input.isEnabled,
  isKeyChanged: input.apiKey !== undefined,
  ...(input.embeddingModel !== undefined && { embeddingModel: input.embeddingModel }),
  ...(input.rerankModel !== undefined && { rerankModel: input.rerankModel }),
});

function nameTakenError(error: unknown): never {
  throw isUniqueViolation(error) ? endpointNameTaken() : error;
}
