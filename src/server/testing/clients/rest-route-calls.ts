/** Calls REST routes by their rows in the table of routes. */
import { randomUUID } from 'node:crypto';
import type { Route } from '~/server/rest/route';
import type { RestCaller, RestClient, RestResponse } from './rest-client';

export const nameOf = (route: Route) => `${route.method.toUpperCase()} ${route.path}`;

/** Required query parameters. */
const queries: Record<string, string> = {
  'GET /collections/search': '?q=vacation',
  'GET /search': '?q=rates',
  'GET /files/:id/passage': '?quote=A+page.',
  'GET /positions/lookup': '?ticker=TSLA',
  'DELETE /admin/search/providers': '?name=brave',
};

/** The path of a route with its parameters filled in: `id` contains them all, separated by slashes. */
export function pathOf(route: Route, id: string = randomUUID()): string {
  const [first = '', second = randomUUID()] = id.split('/');
  return `/api${route.path.replace(':id', first).replace(/:(?:documentId|snapshotId|userId|noteId)/, second)}${queries[nameOf(route)] ?? ''}`;
}

/** A call of a route, with the path's parameters filled in. */
export function callRoute(
  rest: RestClient,
  route: Route,
  caller: RestCaller,
  options: { id?: string; body?: unknown } = {},
): Promise<RestResponse> {
  return rest.call(
    route.method.toUpperCase(),
    pathOf(route, options.id),
    route.body && (options.body ?? route.body.example),
    caller,
  );
}
