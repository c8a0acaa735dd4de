import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { trpc } from '~/client/lib/trpc';
import type { Sort } from '~/client/ui/table/data-table';
import type { UserSort } from '~/shared/schemas/accounts';

const newestFirst: Sort<UserSort> = { key: 'createdAt', direction: 'descending' };

/** The accounts as they are asked for: an order, words to search for, and further pages as the end comes near. */
export function useUserList() {
  const [sort, setSort] = useState(newestFirst);
  const [search, setSearch] = useState('');
  const asked = useDebounced(search.trim());
  const list = trpc.admin.userPage.useInfiniteQuery(
    { sort: sort.key, sortDirection: sort.direction, ...(asked && { search: asked }) },
    {
      getNextPageParam: (page) => page.nextCursor,
      // The rows stay until those of the new order are there.
      placeholderData: keepPreviousData,
      // A hundred pages would be compared with themselves for each that comes; a row that is drawn compares itself.
      structuralSharing: false,
    },
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  return { list, rows, total: list.data?.pages[0]?.total ?? undefined, sort, setSort, search, setSearch };
}
