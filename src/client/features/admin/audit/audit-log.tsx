import { Flex, Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '~/client/lib/trpc';
import { SearchField } from '~/client/ui/form/search-field';
import { Select } from '~/client/ui/form/select';
import { auditWords as words } from '~/client/words/audit';
import { limits } from '~/shared/limits';
import { auditKinds } from '~/shared/schemas/audit';
import type { AdminView, OnAdminView } from '../admin-view';
import { useSearchText } from '../use-search-text';
import { AuditEntries } from './audit-entries';

interface AuditLogProps {
  view: AdminView;
  onView: OnAdminView;
  onSearch: (search: string) => void;
}

export function AuditLog({ view, onView, onSearch }: AuditLogProps) {
  const { kind } = view;
  const { text, setText, search } = useSearchText(view.search, onSearch);
  const list = trpc.audit.list.useInfiniteQuery(
    { ...(search && { person: search }), ...(kind && { kind }) },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      // Users open the log to see the newest events.
      refetchOnMount: 'always',
    },
  );
  const events = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);

  return (
    <Stack gap="4">
      <Flex gap="3" wrap="wrap">
        <Flex flex="1 1 16rem" maxWidth={{ md: 'form' }}>
          <SearchField
            label={words.emailFilter}
            clearLabel={words.clear}
            value={text}
            onChange={setText}
            maxLength={limits.emailCharacters}
          />
        </Flex>
        <Flex flex="1 1 14rem" maxWidth={{ md: '18rem' }}>
          <Select
            aria-label={words.kind}
            value={kind ?? ''}
            onChange={({ target }) =>
              onView({ ...view, kind: auditKinds.find((option) => option === target.value) }, { replace: true })
            }
          >
            <option value="">{words.allKinds}</option>
            {auditKinds.map((option) => (
              <option key={option} value={option}>
                {words.kinds[option]}
              </option>
            ))}
          </Select>
        </Flex>
      </Flex>
      <AuditEntries events={events} list={list} />
    </Stack>
  );
}
