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
import { useTicked } from './use-ticked';

const DeleteDialog = lazyPart(() => import('./delete-dialog'));
const PanelMenu = lazyPart(() => import('./panel-menu'));
const SelectionBar = lazyPart(() => import('./selection-bar'));

interface ConversationPanelProps {
  selectedId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
  /** A conversation was chosen or begun: a drawer around the panel may close. */
  onChosen?: () => void;
}

export function ConversationPanel({ selectedId, onSelect, onChosen }: ConversationPanelProps) {
  /** What the user is asked about: one conversation, or those that are ticked. */
  const [doomed, setDoomed] = useState<ConversationSummary | 'ticked'>();
  const [isArchive, setIsArchive] = useState(false);
  const { ticked, begin, end, tick } = useTicked();
  const select = useCallback(
    (id: string | undefined) => {
      onSelect(id);
      if (id) onChosen?.();
    },
    [onSelect, onChosen],
  );
  const { startNew, isStarting, rename, update, remove } = useConversationActions({ selectedId, onSelect: select });
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
    const conversationIds = doomed === 'ticked' ? [...(ticked ?? [])] : doomed ? [doomed.id] : [];
    remove.mutate({ conversationIds });
    setDoomed(undefined);
    end();
  }

  return (
    <Flex as="nav" aria-label={words.conversations} direction="column" height="full" minHeight="0">
      <Flex align="center" pl="5" pr="3" pt="3" pb="1">
        <chakra.h2
          flex="1"
          textStyle="caption"
          fontWeight="semibold"
          letterSpacing="0.06em"
          color="fg.subtle"
          userSelect="none"
        >
          {isArchive ? words.archived : words.panelTitle}
        </chakra.h2>
        <IconButton label={words.find} size="sm" onClick={find}>
          <Search size={15} strokeWidth={1.5} />
        </IconButton>
        <Suspense>
          <PanelMenu isArchive={isArchive} onArchive={setIsArchive} onSelect={begin} />
        </Suspense>
      </Flex>
      <ConversationList
        key={String(isArchive)}
        isArchive={isArchive}
        selectedId={selectedId}
        ticked={ticked}
        onTick={tick}
        onOpen={select}
        onSave={save}
        onUpdate={update.mutate}
        onDelete={setDoomed}
      />
      <chakra.div p="3" borderTopWidth="1px" borderColor="border">
        {ticked ? (
          <Suspense>
            <SelectionBar count={ticked.size} onDelete={() => setDoomed('ticked')} onEnd={end} />
          </Suspense>
        ) : (
          <Button width="full" pending={isStarting} onClick={startNew}>
            <Plus size={16} strokeWidth={1.5} />
            {words.newChat}
          </Button>
        )}
      </chakra.div>
      {doomed && (
        <Suspense>
          <DeleteDialog
            titleOfOne={doomed === 'ticked' ? undefined : doomed.title}
            count={ticked?.size ?? 1}
            onConfirm={confirmDelete}
            onClose={() => setDoomed(undefined)}
          />
        </Suspense>
      )}
    </Flex>
  );
}
