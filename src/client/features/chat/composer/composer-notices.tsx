import type { ComponentProps } from 'react';
import BudgetNotice from './budget-notice';
import SearchNotice from './search-notice';

type ComposerNoticesProps = ComponentProps<typeof SearchNotice> & {
  /** The next answer searches the web. */
  isLive: boolean;
};

/** Why the next answer doesn't search the web, and the state of the budget. */
export function ComposerNotices({ isLive, ...search }: ComposerNoticesProps) {
  return (
    <>
      {!isLive && <SearchNotice {...search} />}
      {search.isConnected && <BudgetNotice />}
    </>
  );
}
