/** Starts the thread that compares claims with pages. */
import { createProgramThread, TooCostly } from '~/server/lib/program-thread';
import type { CitedClaims, PageCheck } from './check-cited';
import type { PageReply, PageRequest } from './check-pages-worker';

/** Far more than the longest stored page needs. */
const longestMs = 10_000;
const heapMb = 192;

/** Thrown if comparing a page exceeds the time or memory limit. */
export const PageTooCostly = TooCostly;

export interface PageChecker {
  /** Returns one result per claim. Throws PageTooCostly, or the signal's reason. */
  check(text: string, claims: readonly CitedClaims[], signal: AbortSignal): Promise<PageCheck[]>;
  close(): Promise<void>;
}

/** Compares pages one after another. */
export function createPageChecker(limits: { longestMs: number } = { longestMs }): PageChecker {
  const thread = createProgramThread<PageRequest, PageReply>({
    name: 'check-pages-worker',
    neighbor: import.meta.filename,
    longestMs: limits.longestMs,
    heapMb,
  });
  return { check: (text, claims, signal) => thread.ask({ text, claims }, signal), close: thread.close };
}

/** The page checker of this process. An idle thread does not keep the process alive. */
export const pageChecker = createPageChecker();
