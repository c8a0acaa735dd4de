import { Archive, ArchiveRestore, FolderInput, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { type RefObject, useCallback, useRef } from 'react';
import { useDismiss } from '~/client/hooks/use-dismiss';
import { MenuCard, MenuItem, MenuSeparator } from '~/client/ui/menu/menu-card';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import { conversationsWords } from '~/client/words/conversations';
import { projectsWords } from '~/client/words/projects';
import type { ConversationSummary, UpdateConversationInput } from '~/shared/schemas/conversations';

export interface ConversationMenuProps {
  conversation: ConversationSummary;
  /** The button that opened the menu. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onRename: (id: string) => void;
  onUpdate: (change: UpdateConversationInput) => void;
  onMove: (conversation: ConversationSummary) => void;
  onDelete: (conversation: ConversationSummary) => void;
}

/** The actions on a conversation. One menu serves all rows; it is loaded after the first paint. */
export function ConversationMenu(props: ConversationMenuProps) {
  const { conversation, opener, onClose, onRename, onUpdate, onMove, onDelete } = props;
  const { id: conversationId, isPinned, isArchived } = conversation;
  const ArchiveIcon = isArchived ? ArchiveRestore : Archive;
  const PinIcon = isPinned ? PinOff : Pin;
  const box = useRef<HTMLDivElement>(null);
  useDismiss(box, true, onClose, opener);
  const close = useCallback(() => {
    onClose();
    opener.current?.focus();
  }, [onClose, opener]);
  return (
    <div ref={box}>
      <MenuCard label={conversationsWords.more(conversation.title)} opener={opener} onClose={close}>
        <MenuItem onClick={() => onRename(conversationId)}>
          <Pencil size={16} strokeWidth={1.5} />
          {words.renameItem}
        </MenuItem>
        {!isArchived && (
          <MenuItem onClick={() => onUpdate({ conversationId, isPinned: !isPinned })}>
            <PinIcon size={16} strokeWidth={1.5} />
            {isPinned ? words.unpin : words.pin}
          </MenuItem>
        )}
        <MenuItem onClick={() => onUpdate({ conversationId, isArchived: !isArchived })}>
          <ArchiveIcon size={16} strokeWidth={1.5} />
          {isArchived ? words.unarchive : words.archive}
        </MenuItem>
        <MenuItem onClick={() => onMove(conversation)}>
          <FolderInput size={16} strokeWidth={1.5} />
          {projectsWords.move}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onClick={() => onDelete(conversation)}>
          <Trash2 size={16} strokeWidth={1.5} />
          {words.delete}
        </MenuItem>
      </MenuCard>
    </div>
  );
}
