import { Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Button } from '~/client/ui/form/button';
import { SearchField } from '~/client/ui/form/search-field';
import { groupWords as words } from '~/client/words/groups';
import { useMemberChange } from './use-member-change';

const maxUsers = 8;

/** Finds users by email or name, and adds them. */
export function AddMember({ groupId }: { groupId: string }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const users = trpc.admin.userPage.useQuery(
    { search, limit: maxUsers, sort: 'email', sortDirection: 'ascending' },
    {
      enabled: search !== '',
    },
  );
  const { add } = useMemberChange();
  return (
    <Stack gap="2" maxWidth="form">
      <SearchField isSecond label={words.addMember} clearLabel={words.clearSearch} value={text} onChange={setText} />
      {search !== '' && users.error && <QueryError title={words.searchFailed} query={users} />}
      {search !== '' && users.data && (
        <Card p="2" aria-label={words.addMember} role="list">
          {users.data.items.length === 0 && (
            <Text p="2" color="fg.muted">
              {words.nobodyFound}
            </Text>
          )}
          {users.data.items.map(({ id, email, firstName, lastName }) => (
            <Flex key={id} role="listitem" align="center" justify="space-between" gap="3" p="2">
              <Stack gap="0" minWidth="0">
                <Text truncate>{email}</Text>
                <Text truncate textStyle="caption" color="fg.muted">
                  {[firstName, lastName].filter(Boolean).join(' ') || words.noName}
                </Text>
              </Stack>
              <Button
                size="sm"
                aria-label={words.addOf(email)}
                disabled={add.isPending}
                onClick={() => add.mutate({ groupId, userId: id }, { onSuccess: () => setText('') })}
              >
                {words.add}
              </Button>
            </Flex>
          ))}
        </Card>
      )}
    </Stack>
  );
}
