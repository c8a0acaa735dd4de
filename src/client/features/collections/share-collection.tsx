import { Box, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Select } from '~/client/ui/form/select';
import { Modal } from '~/client/ui/overlay/modal';
import { collectionsWords as words } from '~/client/words/collections';
import type { Collection } from '~/shared/schemas/collections';
import type { GroupAccess } from '~/shared/schemas/groups';
import { useCollectionChange } from './use-collection-change';

/** Chooses what each group may do with a collection; changes apply at once. Default export for `lazy`. */
export default function ShareCollection({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const id = useId();
  return (
    <Modal
      isOpen
      onClose={onClose}
      aria-labelledby={id}
      width="min(30rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <Stack gap="5" p="6">
        <Text as="h2" id={id} textStyle="heading" overflowWrap="anywhere">
          {words.shareTitle(collection.name)}
        </Text>
        <Text color="fg.muted">{words.shareNote}</Text>
        <GroupAccessList collectionId={collection.id} />
        <HStack justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </HStack>
      </Stack>
    </Modal>
  );
}

function GroupAccessList({ collectionId }: { collectionId: string }) {
  const own = trpc.groups.own.useQuery();
  const shared = trpc.collections.groups.useQuery({ collectionId });
  const change = useCollectionChange();
  const share = trpc.collections.shareWithGroup.useMutation(change);
  const failed = own.error ?? shared.error;
  if (!own.data || !shared.data)
    return failed ? (
      <ErrorState
        title={words.shareLoadFailed}
        description={errorMessage(failed)}
        onRetry={() => void Promise.all([own.refetch(), shared.refetch()])}
        retrying={own.isFetching || shared.isFetching}
      />
    ) : (
      <Skeleton height="20" />
    );
  // A group that the owner has left stays in the list, so that its right can be removed.
  const left = shared.data.filter((sharedGroup) => !own.data.some((group) => group.id === sharedGroup.id));
  const groups = [...own.data, ...left];
  if (groups.length === 0) return <Text>{words.shareNone}</Text>;
  const accessOf = (groupId: string) =>
    share.isPending && share.variables.groupId === groupId
      ? share.variables.access
      : (shared.data.find((group) => group.id === groupId)?.access ?? null);
  return (
    <Stack gap="3" maxHeight="50dvh" overflowY="auto" p="1" role="list">
      {groups.map(({ id: groupId, name }) => (
        <GroupAccessRow
          key={groupId}
          name={name}
          access={accessOf(groupId)}
          disabled={share.isPending}
          onChoose={(access) => share.mutate({ collectionId, groupId, access })}
        />
      ))}
    </Stack>
  );
}

interface GroupAccessRowProps {
  name: string;
  access: GroupAccess | null;
  disabled: boolean;
  onChoose: (access: GroupAccess | null) => void;
}

function GroupAccessRow({ name, access, disabled, onChoose }: GroupAccessRowProps) {
  return (
    <Flex role="listitem" align="center" justify="space-between" gap="4">
      <Text overflowWrap="anywhere" minWidth="0">
        {name}
      </Text>
      <Box width="9rem" flexShrink="0">
        <Select
          aria-label={words.accessOf(name)}
          value={access ?? 'none'}
          disabled={disabled}
          // The value is one of the options below.
          onChange={({ target: { value } }) => onChoose(value === 'none' ? null : (value as GroupAccess))}
        >
          {Object.entries(words.accesses).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Box>
    </Flex>
  );
}
