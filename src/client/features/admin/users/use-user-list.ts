import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { trpc } from '~/client/lib/trpc';
import type { Sort } from '~/client/ui/table/data-table';
import type { UserSort } from '~/shared/schemas/accounts';

const newestFirst: Sort<UserSort> = { key: 'createdAt', direction: 'descending' };

/** The sorted and filtered list of accounts, and the loading of further pages. */
export function useUserList() {
  const [sort, setSort] = useState(newestFirst);
  const [search, setSearch] = useState('');
  const debouncedSearch = useDebounced(search.trim());
  const list = trpc.admin.userPage.useInfiniteQuery(
    { sort: sort.key, sortDirection: sort.direction, ...(debouncedSearch && { search: debouncedSearch }) },
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
  return { list, rows, total: list.data?.pages[0]?.total ?? undefined, sort, setSort, search, setSearch };
}
