import { Flex, Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { trpc } from '~/client/lib/trpc';
import { SearchField } from '~/client/ui/form/search-field';
import { Select } from '~/client/ui/form/select';
import { auditWords as words } from '~/client/words/audit';
import { limits } from '~/shared/limits';
import { type AuditKind, auditKinds } from '~/shared/schemas/audit';
import { AuditEntries } from './audit-entries';

export function AuditLog() {
  const [person, setPerson] = useState('');
  const [kind, setKind] = useState<AuditKind>();
  const debouncedPerson = useDebounced(person.trim());
  const list = trpc.audit.list.useInfiniteQuery(
    { ...(debouncedPerson && { person: debouncedPerson }), ...(kind && { kind }) },
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
            value={person}
            onChange={setPerson}
            maxLength={limits.emailCharacters}
          />
        </Flex>
        <Flex flex="1 1 14rem" maxWidth={{ md: '18rem' }}>
          <Select
            aria-label={words.kind}
            value={kind ?? ''}
            onChange={({ target }) => setKind(auditKinds.find((option) => option === target.value))}
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
