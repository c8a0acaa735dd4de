/** A span for each SQL statement of a traced request: its text with placeholders, without values. */
import { inClientSpan, isTracing } from './spans';

const maxCharacters = 1000;

/** Runs a statement in a child span of the caller's span. */
export function inStatementSpan<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return run();
  const statement = text.trim();
  const operation = /^\w+/.exec(statement)?.[0].toUpperCase() ?? 'STATEMENT';
  return inClientSpan(
    operation,
    {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': statement.slice(0, maxCharacters),
    },
    run,
  );
}

/** The SQL text of any argument of a driver's query function. */
export const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '');
