/** Sends a model endpoint one real message. Its list of models is only used to explain an error. */
import { tryModel } from '~/server/features/models/try-model';
import { reasonOf } from '~/server/lib/caught';
import { isListedAs, listModels, NoModelList } from '~/server/providers/llm/listed-models';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import type { ModelTest } from '~/shared/schemas/models';
import { textStart } from '~/shared/text-start';
import { type Finding, fail, ok, warn } from './finding';

const listMs = 10_000;
/** Local endpoints load a model before its first answer. */
const answerMs = 60_000;
/** How long the whole check may take. */
export const askMs = listMs + answerMs;

const shownCharacters = 80;
const shownModels = 8;

export interface EndpointToCheck {
  check: string;
  /** How findings name it, such as `Lab at lab.example`. */
  name: string;
  connection: Omit<OpenAiSettings, 'model'>;
  /** The models that it should have; the message goes to the first one. */
  models: readonly string[];
  /** The fix if it does not respond, and if it does not list a model. */
  fixes: { connection: string; models(listed: string): string };
}

export async function probeEndpoint({ check, name, connection, models, fixes }: EndpointToCheck): Promise<Finding> {
  const [model] = models;
  const [listed, test] = await Promise.all([
    listNames(connection),
    model === undefined ? undefined : tryModel({ ...connection, model }, answerMs),
  ]);
  if (!test) return withoutModels(check, name, listed, fixes.connection);
  const missing = Array.isArray(listed) ? models.filter((model) => !isIn(listed, model)) : [];
  const fixModels = () => fixes.models((listed as string[]).slice(0, shownModels).join(', '));
  if (!test.ok) {
    const fix = model !== undefined && missing.includes(model) ? fixModels() : fixes.connection;
    return fail(check, `${model} of ${name}: ${problemOf(test)}`, fix);
  }
  const answered = `${model} of ${name} answered in ${(test.milliseconds / 1000).toFixed(1)} s: "${shorten(test.text)}"`;
  if (missing.length === 0) return ok(check, answered);
  return warn(check, `${answered}. Not listed: ${missing.join(', ')}`, fixModels());
}

type Listed = string[] | Error;

const listNames = (connection: Omit<OpenAiSettings, 'model'>): Promise<Listed> =>
  listModels(connection, AbortSignal.timeout(listMs)).then(
    (models) => models.map((model) => model.name),
    (error: Error) => error,
  );

const isIn = (listed: readonly string[], model: string) => listed.some((name) => isListedAs(name, model));

/** Without a model to call, the list has to prove the URL and the key. */
function withoutModels(check: string, name: string, listed: Listed, fix: string): Finding {
  if (Array.isArray(listed)) return ok(check, `${name}: no models offered`);
  if (listed.name === 'TimeoutError') return fail(check, `${name}: no response within ${listMs / 1000} seconds`, fix);
  if (!(listed instanceof NoModelList)) return fail(check, `${name}: ${reasonOf(listed)}`, fix);
  const isRejected = listed.status === 401 || listed.status === 403;
  const message = isRejected ? `${name} rejected the key (${listed.status})` : `${name}: ${listed.message}`;
  return (isRejected ? fail : warn)(check, message, fix);
}

const problemOf = ({ text, hint }: ModelTest) => (hint ? `${text} Details: "${hint}"` : text);

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > shownCharacters ? `${textStart(line, shownCharacters)}...` : line;
}
