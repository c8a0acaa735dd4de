/** How long a page keeps a person waiting: the tasks of its main thread. */
import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds on the processor, where the platform counts them; time on the wall counts other programs, too. */
  tdur?: number;
  dur?: number;
  args?: { name?: string };
}

/** What is still done because of an action, some time after it. */
const settleMs = 1500;

/** The tasks of the page's main thread while something is done, in milliseconds of the processor. */
export async function tasksOf(browser: Browser, page: Page, doing: () => Promise<unknown>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await doing();
  await page.waitForTimeout(settleMs);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid);
  const tasks = trace.traceEvents.filter((event) => /RunTask/.test(event.name) && isMain(event));
  return tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
}

export const longestTask = async (browser: Browser, page: Page, doing: () => Promise<unknown>): Promise<number> =>
  Math.max(0, ...(await tasksOf(browser, page, doing)));
