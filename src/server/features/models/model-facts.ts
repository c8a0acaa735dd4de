/** Facts reported by endpoints: their models, with limits and abilities. */
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import {
  describeModel,
  isListedAs,
  type ListedModel,
  listModels,
  NoModelList,
} from '~/server/providers/llm/listed-models';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { CrossOriginRedirect } from '~/server/providers/llm/redirects';
import type { FoundModel } from '~/shared/schemas/models';
import { connectionOf } from './connection';
import { createSecretBox } from './endpoint-secrets';
import { endpointNotFound, keyRequiredAgain } from './models.errors';

const timeoutMs = 10_000;

/** As columns of the model's row. Limits and abilities that the endpoint does not report are null. */
export interface ModelFacts {
  limits: { foundContextTokens: number | null; foundMaxOutputTokens: number | null };
  abilities: Partial<Record<'canUseTools' | 'canSeeImages' | 'canReason', boolean>>;
}

/** The models that the endpoint lists, sorted by name. Throws an error whose message is for administrators. */
export async function findModels(deps: Deps, endpointId: string): Promise<FoundModel[]> {
  const endpoint = await deps.db.modelEndpoint.findUnique({
    where: { id: endpointId },
    include: { models: { select: { name: true } } },
  });
  if (!endpoint) throw endpointNotFound();
  const secrets = createSecretBox(deps.env).open(endpoint.baseUrl, endpoint.secrets);
  if (!secrets) throw keyRequiredAgain();
  const offered = new Set(endpoint.models.map(({ name }) => name));
  const listed = await listModels(connectionOf(endpoint, secrets, { name: '' }), AbortSignal.timeout(timeoutMs)).catch(
    (error) => {
      throw listProblem(error);
    },
  );
  return listed
    .map(({ abilities: _, ...model }) => ({ ...model, isOffered: offered.has(model.name) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function listProblem(cause: unknown): AppError {
  const status = cause instanceof NoModelList ? cause.status : null;
  const words =
    status === 401 || status === 403
      ? 'The endpoint rejected the key. Enter a valid one.'
      : status === null
        ? `Couldn't reach the endpoint: ${reasonOf(cause)}. Check the address and the proxy.`
        : `The endpoint lists no models (status ${status}). Check that the address ends with /v1, as most do, or type the model's name.`;
  return new AppError('upstream', words, { cause });
}

const connectionFaults: Record<string, string> = {
  ENOTFOUND: 'its host was not found',
  EAI_AGAIN: 'its host was not found',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  ETIMEDOUT: 'it does not respond',
};

const reasonOf = (error: unknown): string => {
  if (error instanceof CrossOriginRedirect) return error.message;
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TimeoutError'
    ? `no response within ${timeoutMs / 1000} seconds`
    : (connectionFaults[code ?? ''] ?? code ?? 'the connection failed');
};

/** Everything is null if the endpoint is down or lists nothing. */
export async function findFacts(deps: Deps, endpointId: string, model: string): Promise<ModelFacts> {
  const endpoint = await deps.db.modelEndpoint.findUnique({ where: { id: endpointId } });
  if (!endpoint) throw endpointNotFound();
  const secrets = createSecretBox(deps.env).open(endpoint.baseUrl, endpoint.secrets);
  return secrets ? factsFrom(connectionOf(endpoint, secrets, { name: model })) : toFacts(null);
}

export async function factsFrom(connection: OpenAiSettings): Promise<ModelFacts> {
  const [facts] = await factsOfAll(connection, [connection.model]);
  return facts ?? toFacts(null);
}

/** For models of one endpoint, in the same order. Reads the endpoint's list once. */
export async function factsOfAll(
  connection: OpenAiSettings,
  models: readonly string[],
  stop?: AbortSignal,
): Promise<ModelFacts[]> {
  const signal = () => {
    const late = AbortSignal.timeout(timeoutMs);
    return stop ? AbortSignal.any([stop, late]) : late;
  };
  const listed = await listModels(connection, signal()).catch(() => []);
  const facts: ModelFacts[] = [];
  for (const model of models) {
    const found = listed.find(({ name }) => isListedAs(name, model));
    const isOpen = found && found.contextTokens === null;
    const described = isOpen ? await describeModel(connection, model, signal()).catch(() => null) : null;
    facts.push(toFacts(described ?? found ?? null));
  }
  return facts;
}

function toFacts(found: Omit<ListedModel, 'name'> | null): ModelFacts {
  const { tools, images, reasoning } = found?.abilities ?? {};
  return {
    limits: {
      foundContextTokens: found?.contextTokens ?? null,
      foundMaxOutputTokens: found?.maxOutputTokens ?? null,
    },
    abilities: {
      ...(tools !== undefined && { canUseTools: tools }),
      ...(images !== undefined && { canSeeImages: images }),
      ...(reasoning !== undefined && { canReason: reasoning }),
    },
  };
}
