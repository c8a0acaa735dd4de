/** The smallest possible output of a build for the server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publicPaths } from '~/shared/pages';
import { sitePlaceholders } from '~/shared/site-placeholders';

export function writePages(clientDir: string): void {
  for (const folder of ['site', 'assets']) mkdirSync(path.join(clientDir, folder), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(clientDir, name), text);
  write('index.html', '<!doctype html><title>the application</title>');
  for (const at of [...publicPaths, '/404', '/back-test']) {
    const { publicUrl, schedulingUrl, contact } = sitePlaceholders;
    const links = `<link rel="canonical" href="${publicUrl}${at}"><a href="${schedulingUrl}">call</a> ${contact}`;
    write(
      `site/${at === '/' ? 'home' : at.slice(1)}.html`,
      `<!doctype html><title>page ${at}</title>${links}${partsOf(at)}`,
    );
  }
  const script = `console.log(${JSON.stringify('a'.repeat(2000))})`;
  write('assets/entry-1a2b3c.js', script);
  write('assets/entry-1a2b3c.js.br', 'brotli');
  write('assets/entry-1a2b3c.js.gz', 'gzip');
  write('assets/small-1a2b3c.js', 'console.log(1)');
}

/** The placeholders that the server replaces on some pages. */
function partsOf(at: string): string {
  const { claim, run, processors, retention } = sitePlaceholders;
  if (at === '/privacy') return `<p>Deleted.${retention}</p><dl>${processors}</dl>`;
  if (at === '/back-test') return `${run.title} ${run.description} ${run.path} ${run.content}`;
  if (at !== '/') return '';
  const { without, with: chosen } = claim;
  return `${without.start}no run${without.end}${chosen.start}${claim.figure} ${claim.tone} ${claim.period} /back-tests${claim.path}${chosen.end}`;
}
