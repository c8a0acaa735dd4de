import { type PGlite, types } from '@electric-sql/pglite';

/**
 * Array types that Prisma reads without a parser of its own: bool, char, int2, int4, text, bpchar, varchar, float4,
 * float8, oid, uuid, cidr and inet.
 */
const arrays = [1000, 1002, 1005, 1007, 1009, 1014, 1015, 1021, 1022, 1028, 2951, 651, 1041];

/**
 * Halves the time of Prisma's short statements. PGlite has hundreds of parsers, one for the arrays of every type and
 * table. It copies them all for each statement that passes its own parsers, as Prisma's adapter does. Inherited
 * properties are not copied, so this turns all parsers that Prisma does not need into inherited ones. Other statements
 * still find them.
 */
export function shortenParsers(pglite: Pick<PGlite, 'parsers'>): void {
  const all = pglite.parsers;
  const copied = [...Object.keys(types.parsers), ...arrays.map(String)];
  const own = copied.flatMap((type) => (all[type] ? [[type, all[type]] as const] : []));
  pglite.parsers = Object.assign(Object.create(all), Object.fromEntries(own));
}
