import { Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { formatDate } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { IconButton } from '~/client/ui/form/button';
import { memoryWords as words } from '~/client/words/memory';
import type { Memory } from '~/shared/schemas/memory';
import { MemoryForm } from './memory-form';

/** A remembered fact with its source. */
export function MemoryFact({ fact }: { fact: Memory }) {
  const { id, text } = fact;
  const query = trpc.useUtils().memory.get;
  const [isEditing, setIsEditing] = useState(false);
  const onSettled = () => query.invalidate();
  const update = trpc.memory.update.useMutation({ onSettled });
  const restore = trpc.memory.add.useMutation({
    onError: (cause) => errorToast(words.undoFailed, cause),
    onSettled,
  });
  const remove = trpc.memory.delete.useMutation({
    onSuccess() {
      const action = { label: words.undo, run: () => restore.mutate({ text }) };
      toast({ kind: 'success', title: words.deleted, action });
    },
    onError: (cause) => errorToast(words.deleteFailed, cause),
    onSettled,
  });

  async function save(next: string) {
    await update.mutateAsync({ memoryId: id, text: next });
    setIsEditing(false);
  }

  return (
    <Flex as="li" align="center" gap="4" px="4" py="3" minHeight="16">
      {isEditing ? (
        <MemoryForm
          label={words.fact}
          text={text}
          submit={words.save}
          pendingLabel={words.saving}
          failure={words.saveFailed}
          onSave={save}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <>
          <FactText fact={fact} />
          <HStack gap="1">
            <IconButton variant="ghost" size="sm" label={words.edit(text)} onClick={() => setIsEditing(true)}>
              <Pencil size={15} strokeWidth={1.5} />
            </IconButton>
            <IconButton
              variant="ghost"
              size="sm"
              label={words.delete(text)}
              aria-disabled={remove.isPending || undefined}
              onClick={() => !remove.isPending && remove.mutate({ memoryId: id })}
            >
              <Trash2 size={15} strokeWidth={1.5} />
            </IconButton>
          </HStack>
        </>
      )}
    </Flex>
  );
}

function FactText({ fact: { text, conversation, createdAt } }: { fact: Memory }) {
  return (
    <Stack gap="0.5" flex="1" minWidth="0">
      <Text dir="auto" overflowWrap="anywhere">
        {text}
      </Text>
      <Text textStyle="caption" color="fg.muted" overflowWrap="anywhere">
        {words.added(formatDate(createdAt))} ·{' '}
        {conversation ? (
          <Text asChild color="accent" textDecoration="underline" textUnderlineOffset="2px">
            <a href={atBase(`/qchat?c=${conversation.id}`)}>{words.from(conversation.title)}</a>
          </Text>
        ) : (
          words.byYou
        )}
      </Text>
    </Stack>
  );
}
