import { chakra, Flex } from '@chakra-ui/react';
import { Plus, Search } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { runCommand } from '~/client/lib/commands';
import { lazyPart } from '~/client/lib/lazy-part';
import { Button, IconButton } from '~/client/ui/form/button';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import { ConversationList } from './conversation-list';
import { useConversationActions } from './use-conversation-actions';

const ConfirmDialog = lazyPart(() =>
  import('~/client/ui/overlay/confirm-dialog').then((part) => ({ default: part.ConfirmDialog })),
);

interface ConversationPanelProps {
  selectedId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
  /** A conversation was chosen or begun: a drawer around the panel may close. */
  onChosen?: () => void;
}

export function ConversationPanel({ selectedId, onSelect, onChosen }: ConversationPanelProps) {
  const [doomed, setDoomed] = useState<ConversationSummary>();
  const select = useCallback(
    (id: string | undefined) => {
      onSelect(id);
      if (id) onChosen?.();
    },
    [onSelect, onChosen],
  );
  const { create, rename, remove } = useConversationActions({ selectedId, onSelect: select });
  const { mutate: saveTitle } = rename;
  const save = useCallback(
    (conversationId: string, title: string) => saveTitle({ conversationId, title }),
    [saveTitle],
  );

  function find() {
    // A drawer around the panel would lie above what is found.
    onChosen?.();
    runCommand('openPalette');
  }

  function confirmDelete() {
    if (doomed) remove.mutate({ conversationId: doomed.id });
    setDoomed(undefined);
  }

  return (
    <Flex as="nav" aria-label={words.conversations} direction="column" height="full" minHeight="0">
      <Flex align="center" justify="space-between" pl="5" pr="3" pt="3" pb="1">
        <chakra.h2 textStyle="caption" fontWeight="semibold" letterSpacing="0.06em" color="fg.subtle" userSelect="none">
          {words.panelTitle}
        </chakra.h2>
        <IconButton label={words.find} size="sm" onClick={find}>
          <Search size={15} strokeWidth={1.5} />
        </IconButton>
      </Flex>
      <ConversationList selectedId={selectedId} onOpen={select} onSave={save} onDelete={setDoomed} />
      <chakra.div p="3" borderTopWidth="1px" borderColor="border">
        <Button width="full" pending={create.isPending} onClick={() => create.mutate({})}>
          <Plus size={16} strokeWidth={1.5} />
          {words.newChat}
        </Button>
      </chakra.div>
      {doomed && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={words.deleteTitle}
            body={words.deleteBody(doomed.title)}
            confirmLabel={words.delete}
            onConfirm={confirmDelete}
            onClose={() => setDoomed(undefined)}
          />
        </Suspense>
      )}
    </Flex>
  );
}
