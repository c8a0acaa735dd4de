import { type PGlite, types } from '@electric-sql/pglite';

/** Arrays that Prisma reads and has no parser of its own for: bool, char, int2, int4, text, bpchar, varchar, float4, float8, oid, uuid, cidr, inet. */
const arrays = [1000, 1002, 1005, 1007, 1009, 1014, 1015, 1021, 1022, 1028, 2951, 651, 1041];

/**
 * Halves the time of Prisma's short statements. PGlite has a parser for the arrays of every type and table, hundreds in
 * all, and copies all of them for each statement that brings parsers of its own, as those of Prisma do. A copy leaves out
 * inherited ones, so all but those that Prisma reads become inherited. Other statements use them as before.
 */
export function shortenParsers(pglite: Pick<PGlite, 'parsers'>): void {
  const all = pglite.parsers;
  const copied = [...Object.keys(types.parsers), ...arrays.map(String)];
  const own = copied.flatMap((type) => (all[type] ? [[type, all[type]] as const] : []));
  pglite.parsers = Object.assign(Object.create(all), Object.fromEntries(own));
}
