/**
 * Searches that the provider of a model hosts, in requests that are passed on. They turn words of users into queries.
 */

import { AppError } from '~/server/lib/errors';
import { endpointOf, type OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { listOf } from '~/server/providers/llm/openai-wire';
import { recordOf } from '~/shared/is-record';

/** Tools that the caller runs. */
const isOfCaller = ({ type, function: called }: Record<string, unknown>) =>
  type === 'function' || type === 'custom' || (type === undefined && called !== undefined);

/** Turns them off if they are off for the model (SEARCH_PROVIDER=none). Throws AppError if the caller asks for one. */
export function withoutHostedSearch<Body extends Record<string, unknown>>(settings: OpenAiSettings, body: Body): Body {
  if (settings.abilities?.hostedSearch !== false) return body;
  if (body.web_search_options !== undefined && body.web_search_options !== null) throw isOff('web_search_options');
  if (!listOf(body.tools).every((tool) => isOfCaller(recordOf(tool)))) throw isOff('tools');
  return endpointOf(settings).alwaysSearches ? { ...body, disable_search: true } : body;
}

const isOff = (field: string) =>
  new AppError('validation', 'This AI model does not search the web here. Use only tools of your own.', { field });
