import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import type { Sort } from '~/client/ui/table/data-table';
import type { UserSort } from '~/shared/schemas/accounts';
import { useSearchText } from '../use-search-text';

const newestFirst: Sort<UserSort> = { key: 'createdAt', direction: 'descending' };

/** The sorted and filtered list of accounts, and the loading of further pages. */
export function useUserList(saved: string, onSearch: (search: string) => void) {
  const [sort, setSort] = useState(newestFirst);
  const { text, setText, search } = useSearchText(saved, onSearch);
  const list = trpc.admin.userPage.useInfiniteQuery(
    { sort: sort.key, sortDirection: sort.direction, ...(search && { search }) },
    {
      getNextPageParam: (page) => page.nextCursor,
      // Users sign up at any time.
      refetchOnMount: 'always',
      // Keeps the current rows until those of the new order have loaded.
      placeholderData: keepPreviousData,
      // Avoids comparing all loaded pages whenever another arrives; each row is memoized.
      structuralSharing: false,
    },
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  return { list, rows, total: list.data?.pages[0]?.total ?? undefined, sort, setSort, text, setText };
}
