/** Keeps the pages that an answer or a research reads, as they are at that moment. */
import type { Deps } from '~/server/deps';
import type { KeepPage } from '~/server/features/web/web-session';
import { addressOf } from './pending-checks';
import { type PageToKeep, storeResearchPage, storeSnapshot } from './snapshot-store';

type Needs = Pick<Deps, 'db' | 'logger'>;

export const keepForAnswer = (deps: Needs, messageId: string): KeepPage =>
  keeper(deps, (page) => storeSnapshot(deps.db, messageId, page));

export const keepForResearch = (deps: Needs, researchId: string): KeepPage =>
  keeper(deps, (page) => storeResearchPage(deps.db, researchId, page));

/** A page that cannot be stored, on a full disk for instance, costs the answer nothing: its check reads it again. */
const keeper =
  ({ logger }: Needs, store: (page: PageToKeep) => Promise<unknown>): KeepPage =>
  async (asked, { url: finalUrl, ...page }) => {
    try {
      await store({ ...page, url: addressOf(asked), finalUrl: addressOf(finalUrl) });
    } catch (error) {
      logger.warn({ err: error }, 'a page that was read could not be kept');
    }
  };
