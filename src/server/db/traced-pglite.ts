/** The embedded database with a span for each statement of a traced request, in transactions too. */
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { isTracing } from '~/server/lib/tracing/spans';
import { inStatementSpan } from '~/server/lib/tracing/statement-spans';

export const tracedPglite = (pglite: PGlite): PGlite => {
  const transaction: PGlite['transaction'] = (work) =>
    pglite.transaction((tx) => work(isTracing() ? withSpans(tx) : tx));
  return withSpans(pglite, { transaction });
};

function withSpans<T extends PGlite | Transaction>(connection: T, more: Partial<PGlite> = {}): T {
  const own: Partial<PGlite> = {
    ...more,
    query: (text, values, options) => inStatementSpan(text, () => connection.query(text, values, options)),
  };
  return new Proxy(connection, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof PGlite];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
