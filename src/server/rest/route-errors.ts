/** The errors that a route can return: those that follow from its kind, and those of its row. */
import type { ErrorStatus } from '~/server/trpc/init';
import { definitionOf } from './procedures';
import type { Route } from './route';

const tooLarge = (access: Route['access']) =>
  access === 'everybody'
    ? 'The body is larger than 32 KB (1 MB if you are signed in).'
    : 'The body is larger than 1 MB.';

export function errorsOf(route: Route): Partial<Record<ErrorStatus, string>> {
  const { access, body, params, list, idempotency, method, stream } = route;
  const hasParams = Object.keys(params).length > 0;
  const isMutation = definitionOf(route.procedure).type === 'mutation';
  return {
    ...((body || hasParams || list || idempotency || stream) && { 400: 'The input is not valid; see `message`.' }),
    ...(access !== 'everybody' && { 401: 'Not signed in.' }),
    ...(method !== 'get' && { 403: 'The request came from another site, or the API token is read-only.' }),
    ...(access === 'session' && { 403: 'API tokens are not allowed here.' }),
    ...(access === 'admin' && { 403: 'Not an administrator.' }),
    ...(hasParams && { 404: 'Not found.' }),
    ...(idempotency && { 409: 'The Idempotency-Key belongs to another request, or the first one is in progress.' }),
    ...(body && { 413: tooLarge(access), 415: 'The body is not JSON.' }),
    ...(access !== 'everybody' && (isMutation || stream) && { 429: 'Too many requests; see Retry-After.' }),
    ...route.errors,
  };
}
