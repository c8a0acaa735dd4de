import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Bookmark } from 'lucide-react';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { memoryWords as words } from '~/client/words/memory';
import type { RememberedFact } from '~/shared/schemas/messages';

/** The changes that an answer made to the user's memory, with undo. */
export function MemoryNote({ changes }: { changes: readonly RememberedFact[] }) {
  // The memory may have been loaded before this answer changed it.
  const { data, isFetchedAfterMount } = trpc.memory.get.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Stack as="ul" listStyleType="none" gap="1" data-screen-only>
      {changes.map((change) => (
        <Change
          key={`${change.change} ${change.id}`}
          fact={change}
          known={isFetchedAfterMount ? data?.facts : undefined}
        />
      ))}
    </Stack>
  );
}

interface ChangeProps {
  fact: RememberedFact;
  /** Undefined until the memory is loaded. */
  known: readonly { id: string; text: string }[] | undefined;
}

function Change({ fact: { change, id, text }, known }: ChangeProps) {
  const query = trpc.useUtils().memory.get;
  const options = {
    onError: (cause: unknown) =>
      toast({ kind: 'error' as const, title: words.undoFailed, description: errorMessage(cause) }),
    onSettled: () => query.invalidate(),
  };
  const remove = trpc.memory.delete.useMutation(options);
  const add = trpc.memory.add.useMutation(options);
  const isRemembered = change === 'remembered';
  const isThere = known?.some((memory) => (isRemembered ? memory.id === id : memory.text === text));
  const isPending = remove.isPending || add.isPending;
  return (
    <Flex as="li" align="baseline" wrap="wrap" columnGap="2" textStyle="caption" color="fg.muted">
      <Bookmark size={13} strokeWidth={1.5} aria-hidden style={{ alignSelf: 'center' }} />
      <Text as="span" dir="auto" overflowWrap="anywhere" minWidth="0">
        {(isRemembered ? words.remembered : words.forgot)(text)}
      </Text>
      {isThere === isRemembered && (
        <chakra.button
          type="button"
          color="fg"
          textDecoration="underline"
          textUnderlineOffset="2px"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (isPending) return;
            if (isRemembered) remove.mutate({ memoryId: id });
            else add.mutate({ text });
          }}
        >
          {words.undo}
        </chakra.button>
      )}
      <span role="status">{isThere !== undefined && isThere !== isRemembered && words.undone}</span>
    </Flex>
  );
}
