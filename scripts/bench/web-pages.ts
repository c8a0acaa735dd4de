/**
 * Web pages without a model: fetching and cleaning ten pages at once, relative to the slowest one alone, and the CPU
 * time and event loop delay of checking 20 citations over 20 pages.
 * Usage: npx tsx scripts/bench/web-pages.ts [rounds]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createPageChecker } from '~/server/features/citations/pages/page-checker';
import { createPageReader } from '~/server/providers/pages/page-reader';
import { cpuMs, familyCpuMs } from './lib/child';
import { atMost, known, report } from './lib/report';
import { median, percentile } from './lib/stats';
import { sentencesOf, startSites } from './lib/web-pages';

const rounds = Number(process.argv[2] ?? 15);
const warmUps = 3;
/** Page sizes in characters, one per site. */
const sizes = [5, 10, 15, 20, 25, 30, 40, 50, 70, 100].map((thousands) => thousands * 1000);
const citationCount = 20;
const characters = 100_000;
const never = new AbortController().signal;
const logger = { warn: console.error } as never;

await readConcurrently('of 5 to 100 kB', sizes, 1.5);
await readConcurrently(
  'of 100 kB each',
  sizes.map(() => characters),
);
await checkCitations();
process.exit();

async function readConcurrently(what: string, pageSizes: readonly number[], max?: number): Promise<void> {
  const sites = await startSites(pageSizes, 50);
  const reader = createPageReader({
    env: { FETCH_ALLOW_PRIVATE: sites.hosts, CONTACT_EMAIL: '', publicUrl: 'http://127.0.0.1' } as never,
    logger,
  });
  const timed = async (addresses: string[]) => {
    const began = performance.now();
    const readings = await Promise.all(addresses.map((address) => reader.read(address, never)));
    const failed = readings.find(({ state }) => state !== 'read');
    if (failed) throw new Error(`A page was not read: ${JSON.stringify(failed)}`);
    return performance.now() - began;
  };
  const alone: number[] = [];
  const together: number[] = [];
  // CPU time of this process and its readers, without the sites, because elapsed time depends on other load.
  const cpuSoFar = () => familyCpuMs(process.pid) - cpuMs(sites.pid);
  let cpu = 0;
  for (let round = 0; round < warmUps + rounds; round++) {
    const each: number[] = [];
    for (const address of sites.newPages()) each.push(await timed([address]));
    const before = cpuSoFar();
    const all = await timed(sites.newPages());
    if (round < warmUps) continue;
    cpu += cpuSoFar() - before;
    alone.push(Math.max(...each));
    together.push(all);
  }
  const ratio = median(together) / median(alone);
  const name = 'all at once, relative to the slowest alone';
  report(`${pageSizes.length} pages ${what} that answer in 50 ms, ${rounds} rounds`, [
    known('slowest page alone, median', `${median(alone).toFixed(0)} ms`),
    known('all at once, median', `${median(together).toFixed(0)} ms`),
    known('all at once, processor time, average', `${(cpu / rounds).toFixed(0)} ms`),
    max === undefined ? known(name, `${ratio.toFixed(2)} ×`) : atMost(name, ratio, max, '×', 2),
  ]);
  await reader.close();
  sites.close();
}

async function checkCitations(): Promise<void> {
  const pages = Array.from({ length: citationCount }, (_, index) => sentencesOf(index, characters));
  const checker = createPageChecker();
  const costs: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let round = 0; round < warmUps + rounds; round++) {
    if (round === warmUps) delay.enable();
    const before = process.cpuUsage();
    for (const [index, page] of pages.entries()) {
      // One in three quotations is not on its page, which takes the longest to find out.
      const source = index % 3 === 2 ? pages[(index + 1) % citationCount] : page;
      const text = source?.[source.length - 2 - (round % 5)]?.[1] as string;
      const claims = [{ sentences: [{ text, start: 0, end: text.length }], isPlaced: true }];
      const [check] = await checker.check(page.map((paragraph) => paragraph.join(' ')).join('\n\n'), claims, never);
      const isRight = index % 3 === 2 ? check?.verdict !== 'quote' : check?.verdict === 'quote';
      if (!isRight) throw new Error(`The check of page ${index} says ${check?.verdict}.`);
    }
    const { user, system } = process.cpuUsage(before);
    if (round >= warmUps) costs.push((user + system) / 1000);
  }
  delay.disable();
  report(`${citationCount} citations of ${citationCount} pages of ${characters / 1000} kB, ${rounds} rounds`, [
    atMost('processor time of all threads, median', median(costs), 300, 'ms', 0),
    known('processor time, p95', `${percentile(costs, 0.95).toFixed(0)} ms`),
    known('longest delay of the event loop', `${(delay.max / 1e6).toFixed(1)} ms`),
  ]);
  await checker.close();
}
