import type { Request } from 'express';

const otherRoute = '(other)';

/**
 * The pattern of a request's route, such as /api/conversations/:id, never text of the caller. `procedures` are the
 * known tRPC procedures.
 */
export function routeLabel(request: Pick<Request, 'originalUrl' | 'route'>, procedures: object): string {
  const path = request.originalUrl.split('?', 1)[0] ?? '/';
  const [, first = '', second = ''] = path.split('/');
  if (first === 'trpc') return `/trpc/${procedureLabel(second, procedures)}`;
  if (first === 'assets') return '/assets/*';
  const pattern: unknown = request.route?.path;
  if (typeof pattern !== 'string') return first === 'metrics' ? '/metrics' : otherRoute;
  if (first === 'scim') return `/scim/v2${pattern}`;
  return first === 'api' || first === 'v1' ? `/${first}${pattern}` : pattern;
}

function procedureLabel(names: string, procedures: object): string {
  if (names.includes(',')) return '(batch)';
  return Object.hasOwn(procedures, names) ? names : otherRoute;
}
