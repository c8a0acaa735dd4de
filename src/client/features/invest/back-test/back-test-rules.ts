/** The server's own rules, as words per field. A module of its own: it brings the validation library with it. */
import { backtestInput } from '~/shared/schemas/backtest';

export function wrongBackTestFields(values: unknown): Record<string, string> {
  const result = backtestInput.safeParse(values);
  const words: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) words[String(issue.path[0])] ??= issue.message;
  return words;
}
