/** Query parameters of lists: filter, startIndex, count and excludedAttributes (RFC 7644, section 3.4.2). */
import { limits } from '~/shared/limits';
import { storableText } from '~/shared/schemas/text';
import { invalidFilter, invalidSyntax } from './scim-errors';

/** The parts of a request that this file needs. */
interface ScimRequest {
  query: Record<string, unknown>;
}

export interface ScimList<Row> {
  totalResults: number;
  rows: Row[];
}

export interface Paging {
  /** Starts at 1. */
  startIndex: number;
  /** 0 requests only the total. */
  count: number;
}

const text = (request: ScimRequest, name: string): string | undefined => {
  const value = request.query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalidSyntax(`${name} can be given only once`);
};

/** Values below the minimum count as the minimum, as the RFC requires. */
export function pagingOf(request: ScimRequest): Paging {
  const whole = (name: string, byDefault: number) => {
    const value = text(request, name);
    if (value === undefined) return byDefault;
    if (!/^-?\d{1,9}$/.test(value)) throw invalidSyntax(`${name} must be a whole number`);
    return Number(value);
  };
  const count = Math.max(0, whole('count', limits.listRows));
  return { startIndex: Math.max(1, whole('startIndex', 1)), count: Math.min(count, limits.listRows) };
}

export interface Filter {
  /** In lower case, without its schema prefix. */
  attribute: string;
  value: string;
}

/** Longer than any name or address with its attribute. The pattern takes quadratic time. */
const maxCharacters = 1000;
const shape = /^([\w.:[\]" -]+?)\s+eq\s+"((?:[^"\\]|\\.)*)"$/i;

/** A single comparison with eq, which identity providers send to find a user or a group. */
export function filterOf(request: ScimRequest, attributes: readonly string[]): Filter | undefined {
  const filter = text(request, 'filter')?.trim();
  if (filter === undefined) return undefined;
  if (filter.length > maxCharacters) throw invalidFilter(`A filter can have at most ${maxCharacters} characters`);
  const [, name = '', quoted = ''] = shape.exec(filter) ?? [];
  const attribute = plainPath(name).replace(/^emails\[.*\]\./, 'emails.');
  if (!attributes.includes(attribute))
    throw invalidFilter(`Use a filter like userName eq "ada@example.com". Supported: ${attributes.join(', ')}`);
  const parsed = storableText.safeParse(textOf(quoted));
  if (!parsed.success) throw invalidFilter('The value of the filter is not a JSON string');
  return { attribute, value: parsed.data };
}

function textOf(quoted: string): unknown {
  try {
    return JSON.parse(`"${quoted}"`);
  } catch {
    return null;
  }
}

/** Clients may prefix an attribute with its schema, and capitalize it in any way. */
export const plainPath = (path: string): string =>
  path
    .trim()
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '')
    .toLowerCase();

/** Entra ID requests groups without their members. */
export const excludes = (request: ScimRequest, attribute: string): boolean =>
  (text(request, 'excludedAttributes') ?? '').split(',').map(plainPath).includes(attribute);

export const listResponse = <Row>({ totalResults, rows }: ScimList<Row>, { startIndex }: Paging) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: rows.length,
  Resources: rows,
});
