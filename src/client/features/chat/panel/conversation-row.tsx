import { chakra, Flex, Text } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import { memo, Suspense, useRef } from 'react';
import { formatDate } from '~/client/lib/format';
import { lazyPart } from '~/client/lib/lazy-part';
import { IconButton } from '~/client/ui/form/button';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary } from '~/shared/schemas/conversations';

/** Comes with the first rename: the list itself has no form. */
const RenameForm = lazyPart(async () => ({ default: (await import('./rename-form')).RenameForm }));

interface ConversationRowProps {
  conversation: ConversationSummary;
  isSelected: boolean;
  isRenaming: boolean;
  onOpen: (id: string) => void;
  /** undefined ends the renaming. */
  onRename: (id: string | undefined) => void;
  onSave: (id: string, title: string) => void;
  onDelete: (conversation: ConversationSummary) => void;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isSelected, isRenaming, onRename } = props;
  const opener = useRef<HTMLButtonElement>(null);

  function endRenaming() {
    onRename(undefined);
    // The text box is gone after the next drawing; the keyboard goes on from its row.
    requestAnimationFrame(() => opener.current?.focus());
  }

  if (isRenaming) {
    return (
      <Suspense>
        <RenameForm
          title={conversation.title}
          onCancel={endRenaming}
          onSave={(title) => {
            props.onSave(conversation.id, title);
            endRenaming();
          }}
        />
      </Suspense>
    );
  }
  return (
    <Flex className="group" position="relative" height="full" align="stretch" css={revealing}>
      <Opener ref={opener} aria-current={isSelected || undefined} onClick={() => props.onOpen(conversation.id)}>
        <Text as="span" dir="auto" truncate width="full" fontWeight={isSelected ? 'medium' : 'normal'}>
          {conversation.title}
        </Text>
        <chakra.time dateTime={conversation.updatedAt.toISOString()} textStyle="caption" color="fg.subtle" width="full">
          {formatDate(conversation.updatedAt)}
        </chakra.time>
      </Opener>
      <Flex data-actions position="absolute" right="1" insetBlock="0" align="center">
        <IconButton label={words.rename(conversation.title)} size="sm" onClick={() => onRename(conversation.id)}>
          <Pencil size={15} strokeWidth={1.5} />
        </IconButton>
        <IconButton label={words.deleteOne(conversation.title)} size="sm" onClick={() => props.onDelete(conversation)}>
          <Trash2 size={15} strokeWidth={1.5} />
        </IconButton>
      </Flex>
    </Flex>
  );
});

const Opener = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    flex: '1',
    minWidth: '0',
    px: '3',
    textAlign: 'start',
    borderRadius: 'control',
    color: 'fg.muted',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover', color: 'fg' },
    _focusVisible: { outlineOffset: '-2px' },
    '&[aria-current]': { bg: 'bg.hover', color: 'fg' },
  },
});

/** Pencil and bin come with the pointer or the keyboard; a finger has neither, so there they stay. */
const revealing = {
  '& [data-actions]': { opacity: 0, transition: 'opacity 120ms ease-out' },
  '&:hover [data-actions], &:focus-within [data-actions]': { opacity: 1 },
  '&:hover > button, &:focus-within > button': { pr: '18' },
  '@media (pointer: coarse)': { '& [data-actions]': { opacity: 1 }, '& > button': { pr: '24' } },
};
