/** Checks a ledger in a worker, so that a long one does not block the page. Replies in the order of the requests. */
import { LedgerCheck } from './check-ledger';
import type { WorkerReply, WorkerRequest } from './ledger-checker';

const check = new LedgerCheck();
let earlier: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  earlier = earlier.then(async () => postMessage(await replyTo(data)));
});

async function replyTo(request: WorkerRequest): Promise<WorkerReply> {
  try {
    if ('entries' in request) return { count: await check.add(request.entries) };
    return { checked: check.finish(request.published) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
