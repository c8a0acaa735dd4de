import { chakra, Flex, Text } from '@chakra-ui/react';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo, Suspense, useRef } from 'react';
import { formatDateTime, formatShortDate } from '~/client/lib/format';
import { lazyPart } from '~/client/lib/lazy-part';
import { IconButton, type IconButtonProps } from '~/client/ui/form/button';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary } from '~/shared/schemas/conversations';

/** Loaded with the first rename, so that the list needs no form code. */
const RenameForm = lazyPart(() => import('./rename-form').then((part) => ({ default: part.RenameForm })));

interface ConversationRowProps {
  conversation: ConversationSummary;
  mark: 'running' | 'unread' | undefined;
  isSelected: boolean;
  isRenaming: boolean;
  isMenuOpen: boolean;
  onOpen: (id: string) => void;
  onRename: (id: string) => void;
  /** Called when renaming ends, also if it is canceled. */
  onRenamed: (id: string) => void;
  onSave: (id: string, title: string) => void;
  onDelete: (conversation: ConversationSummary) => void;
  /** Toggles the menu beside the pressed button. */
  onMenu: (conversation: ConversationSummary, opener: HTMLElement) => void;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, mark, isSelected, isRenaming, isMenuOpen, onRename, onRenamed } = props;
  const opener = useRef<HTMLButtonElement>(null);

  function endRenaming() {
    onRenamed(conversation.id);
    // The text box is removed in the next render, so the focus returns to its row, unless the user has moved it.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) opener.current?.focus();
    });
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
    <Flex
      position="relative"
      height="full"
      align="stretch"
      css={revealing}
      data-open={isMenuOpen || undefined}
      data-conversation={conversation.id}
      draggable
    >
      <Opener ref={opener} aria-current={isSelected || undefined} onClick={() => props.onOpen(conversation.id)}>
        <Title title={conversation.title} isSelected={isSelected} />
        {mark && <Mark role="img" aria-label={words[mark]} title={words[mark]} data-mark={mark} />}
        <UpdatedAt at={conversation.updatedAt} />
      </Opener>
      <Flex data-actions position="absolute" right="1" insetBlock="0" align="center">
        <Action data-fine label={words.rename(conversation.title)} onClick={() => onRename(conversation.id)}>
          <Pencil size={15} strokeWidth={1.5} />
        </Action>
        <Action data-fine label={words.deleteOne(conversation.title)} onClick={() => props.onDelete(conversation)}>
          <Trash2 size={15} strokeWidth={1.5} />
        </Action>
        <Action
          label={words.more(conversation.title)}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={(event) => props.onMenu(conversation, event.currentTarget)}
        >
          <Ellipsis size={15} strokeWidth={1.5} />
        </Action>
      </Flex>
    </Flex>
  );
});

/** The native tooltip shows a title that is cut off. */
function Title({ title, isSelected }: { title: string; isSelected: boolean }) {
  return (
    <Text as="span" dir="auto" truncate flex="1" fontWeight={isSelected ? 'medium' : 'normal'} title={title}>
      {title}
    </Text>
  );
}

function UpdatedAt({ at }: { at: Date }) {
  return (
    <chakra.time
      dateTime={at.toISOString()}
      title={formatDateTime(at)}
      textStyle="caption"
      color="fg.subtle"
      flexShrink={0}
    >
      {formatShortDate(at)}
    </chakra.time>
  );
}

const Mark = chakra('span', {
  base: {
    flexShrink: 0,
    boxSize: '2',
    borderRadius: 'full',
    bg: 'accent',
    '&[data-mark=running]': { animation: 'pulse 1.6s ease-in-out infinite' },
  },
});

const Action = (props: IconButtonProps) => <IconButton size="sm" height="7" {...props} />;

const Opener = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
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

/**
 * Edit, delete and menu buttons replace the date on hover and keyboard focus. On touch screens, the menu has all
 * actions.
 */
const revealing = {
  '& [data-actions]': { opacity: 0, transition: 'opacity 120ms ease-out' },
  '&:is(:hover, :focus-within, [data-open])': {
    '& [data-actions]': { opacity: 1 },
    '& > button': { pr: '24' },
    '& time': { display: 'none' },
  },
  '@media (pointer: coarse)': {
    '& [data-actions]': { opacity: 1 },
    '& [data-fine]': { display: 'none' },
    '&&& > button': { pr: '11' },
    '&&& time': { display: 'inline' },
  },
};
