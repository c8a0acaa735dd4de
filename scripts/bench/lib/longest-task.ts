/** Measures the tasks of a page's main thread. */
import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time in microseconds, if the platform reports it. Wall time would include other programs. */
  tdur?: number;
  dur?: number;
  args?: { name?: string };
}

/** Time in which an action's remaining work is still measured. */
const settleMs = 1500;

/** The CPU times of the page's main-thread tasks during an action, in milliseconds. */
export async function tasksOf(browser: Browser, page: Page, action: () => Promise<unknown>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await action();
  await page.waitForTimeout(settleMs);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = trace.traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isMain = ({ pid, tid }: TraceEvent) => mainThreads.some((main) => main.pid === pid && main.tid === tid);
  const tasks = trace.traceEvents.filter((event) => /RunTask/.test(event.name) && isMain(event));
  return tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
}

export const longestTask = async (browser: Browser, page: Page, action: () => Promise<unknown>): Promise<number> =>
  Math.max(0, ...(await tasksOf(browser, page, action)));
