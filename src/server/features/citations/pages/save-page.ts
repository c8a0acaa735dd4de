/** Stores snapshots of the pages that an answer or a research run reads. */
import type { Deps } from '~/server/deps';
import type { SavePage } from '~/server/features/web/web-session';
import { addressOf } from './pending-checks';
import { type PageToSave, storeResearchPage, storeSnapshot } from './snapshot-store';

type Needs = Pick<Deps, 'db' | 'logger'>;

export const savePageForAnswer = (deps: Needs, messageId: string): SavePage =>
  pageSaver(deps, (page) => storeSnapshot(deps.db, messageId, page));

export const savePageForResearch = (deps: Needs, researchId: string): SavePage =>
  pageSaver(deps, (page) => storeResearchPage(deps.db, researchId, page));

/** A failure to store a page, such as a full disk, must not fail the answer: the check reads the page again. */
const pageSaver =
  ({ logger }: Needs, store: (page: PageToSave) => Promise<unknown>): SavePage =>
  async (requestedUrl, { url: finalUrl, ...page }) => {
    try {
      await store({ ...page, url: addressOf(requestedUrl), finalUrl: addressOf(finalUrl) });
    } catch (error) {
      logger.warn({ err: error }, 'a page that was read could not be kept');
    }
  };
