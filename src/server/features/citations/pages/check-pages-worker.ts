/**
 * Compares claims with the texts of web pages in a thread of its own: a page may be long, and its author hostile.
 * Started from sources, the thread translates them as in development.
 */
import { parentPort } from 'node:worker_threads';
import { ClaimSource } from '~/server/features/citations/claims/check-claim';
import { type CitedClaims, checkCited, type PageCheck } from '~/server/features/citations/pages/check-cited';

export interface PageRequest {
  text: string;
  claims: readonly CitedClaims[];
}

export type PageReply = PageCheck[];

parentPort?.on('message', ({ text, claims }: PageRequest) => {
  const source = new ClaimSource(text);
  parentPort?.postMessage(claims.map((one) => checkCited(one, source)) satisfies PageReply);
});
