import { describe, expect, it } from 'vitest';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { LedgerCheck } from './check-ledger';
import { createLedgerChecker, type WorkerReply, type WorkerRequest } from './ledger-checker';

const entries = ledgerOf(['opened', 'one'], ['opened', 'two'], ['opened', 'three']);
const published = {
  parts: [{ benchmark: 'SPY', days: [], closes: {}, splits: {}, quotes: {}, nextCursor: null }],
  book: [],
};

/** A fake worker that uses structured clones; `reply` returns its replies. */
function workerThat(reply: (request: WorkerRequest) => Promise<WorkerReply | null>) {
  const target = new EventTarget();
  let earlier: Promise<unknown> = Promise.resolve();
  let isTerminated = false;
  const worker = Object.assign(target, {
    postMessage(request: WorkerRequest) {
      const received = structuredClone(request);
      earlier = earlier.then(async () => {
        const data = await reply(received);
        if (data) target.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data) }));
        else target.dispatchEvent(new Event('error'));
      });
    },
    terminate() {
      isTerminated = true;
    },
  });
  return { start: () => worker as unknown as Worker, isTerminated: () => isTerminated };
}

function working() {
  const check = new LedgerCheck();
  return workerThat(async (request) =>
    'entries' in request ? { count: await check.add(request.entries) } : { checked: check.finish(request.published) },
  );
}

async function checked(start: () => Worker | null) {
  const counts: number[] = [];
  const checker = createLedgerChecker((count) => counts.push(count), start);
  checker.add(entries.slice(0, 2));
  checker.add(entries.slice(2));
  return { result: await checker.finish(published), counts };
}

describe('a ledger check', () => {
  it('runs in a worker and reports progress', async () => {
    const worker = working();
    const { result, counts } = await checked(worker.start);
    expect(result.state).toMatchObject({ count: 3, brokenAt: null });
    expect(result.index.texts).toHaveLength(3);
    expect(counts).toEqual([2, 3]);
    expect(worker.isTerminated()).toBe(true);
  });

  it.each([
    ['cannot be loaded', async () => null],
    ['fails', async (): Promise<WorkerReply> => ({ failure: 'out of memory' })],
  ])('runs on the page if the worker %s, with the same result', async (_case, reply) => {
    const worker = await checked(working().start);
    const page = await checked(workerThat(reply).start);
    expect(page.result).toEqual(worker.result);
    expect(page.counts.at(-1)).toBe(3);
  });

  it('runs on the page if there are no workers, with the same result', async () => {
    const worker = await checked(working().start);
    expect((await checked(() => null)).result).toEqual(worker.result);
  });

  it('stops once it is closed', () => {
    const worker = working();
    createLedgerChecker(() => {}, worker.start).close();
    expect(worker.isTerminated()).toBe(true);
  });
});
