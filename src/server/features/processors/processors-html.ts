/** Renders the rows of the privacy page's list of services, which the build leaves empty. */
import type { Deps } from '~/server/deps';
import { escapeHtml } from '~/shared/escape-html';
import { listProcessors, type Processor } from './list-processors';

/** Endpoints change rarely, and the page may get many visitors. */
const cacheMs = 30_000;
const none = 'No other service receives your data.';
const unavailable = 'The list is not available at the moment. Reload this page in a minute.';

const rowOf = ({ service, recipient, data }: Processor) =>
  `<dt>${escapeHtml(service)}: ${escapeHtml(recipient)}</dt><dd>${escapeHtml(data)}</dd>`;

const textRow = (text: string) => `<dt>${escapeHtml(text)}</dt>`;

/** Reads at most once per half minute. While the database is unavailable, the last list stays. */
export function createProcessorsHtml(deps: Pick<Deps, 'db' | 'env' | 'logger'>): () => Promise<string> {
  let known: { at: number; html: string } | undefined;
  return async () => {
    if (known && Date.now() - known.at < cacheMs) return known.html;
    try {
      const listed = await listProcessors(deps);
      known = { at: Date.now(), html: listed.length > 0 ? listed.map(rowOf).join('') : textRow(none) };
    } catch (error) {
      deps.logger.warn({ err: error }, 'failed to list the processors for the privacy page');
    }
    return known?.html ?? textRow(unavailable);
  };
}
