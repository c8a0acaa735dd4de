/**
 * Compares claims with web pages in a separate thread, because pages may be long or hostile. When started from source
 * files, the thread transpiles them as in development.
 */
import { parentPort } from 'node:worker_threads';
import { ClaimSource } from '~/server/features/citations/claims/check-claim';
import { type CitedClaims, checkCited, type PageCheck } from './check-cited';

export interface PageRequest {
  text: string;
  claims: readonly CitedClaims[];
}

export type PageReply = PageCheck[];

parentPort?.on('message', ({ text, claims }: PageRequest) => {
  const source = new ClaimSource(text);
  parentPort?.postMessage(claims.map((claim) => checkCited(claim, source)) satisfies PageReply);
});
