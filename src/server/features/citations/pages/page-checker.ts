/** The thread that compares claims with pages. */
import { createProgramThread, TooCostly } from '~/server/lib/program-thread';
import type { CitedClaims, PageCheck } from './check-cited';
import type { PageReply, PageRequest } from './check-pages-worker';

/** Far more than any page of the longest stored length takes. */
const longestMs = 10_000;
const heapMb = 192;

/** A page whose comparison takes too long, or more memory than it may. */
export const PageTooCostly = TooCostly;

export interface PageChecker {
  /** One result for each of the claims. Throws PageTooCostly, or the signal's reason. */
  check(text: string, claims: readonly CitedClaims[], signal: AbortSignal): Promise<PageCheck[]>;
  close(): Promise<void>;
}

/** Pages are compared one after the other. */
export function createPageChecker(limits: { longestMs: number } = { longestMs }): PageChecker {
  const thread = createProgramThread<PageRequest, PageReply>({
    name: 'check-pages-worker',
    neighbor: import.meta.filename,
    longestMs: limits.longestMs,
    heapMb,
  });
  return { check: (text, claims, signal) => thread.ask({ text, claims }, signal), close: thread.close };
}

/** The thread of this process. At rest it does not keep the process from ending. */
export const pageChecker = createPageChecker();
