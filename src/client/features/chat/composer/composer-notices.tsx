import type { ComponentProps } from 'react';
import BudgetNotice from './budget-notice';
import SearchNotice from './search-notice';

type ComposerNoticesProps = ComponentProps<typeof SearchNotice> & {
  /** The next answer searches the web. */
  isLive: boolean;
};

/** Why the next answer does not search, and what is left of the budget. A default export, as `lazy` asks for one. */
export default function ComposerNotices({ isLive, ...search }: ComposerNoticesProps) {
  return (
    <>
      {!isLive && <SearchNotice {...search} />}
      {search.isConnected && <BudgetNotice />}
    </>
  );
}
