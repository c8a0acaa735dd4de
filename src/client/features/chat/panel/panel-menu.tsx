import { Archive, Ellipsis, FolderPlus, ListChecks, MessagesSquare } from 'lucide-react';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import { conversationsWords } from '~/client/words/conversations';
import { projectsWords } from '~/client/words/projects';

interface PanelMenuProps {
  isArchive: boolean;
  onArchive: (isArchive: boolean) => void;
  onSelect: () => void;
  onNewProject: () => void;
}

/** The actions on the whole list. */
export function PanelMenu({ isArchive, onArchive, onSelect, onNewProject }: PanelMenuProps) {
  const Icon = isArchive ? MessagesSquare : Archive;
  return (
    <Menu label={words.panelMenu} size="sm" opener={<Ellipsis size={15} strokeWidth={1.5} />}>
      <MenuItem onClick={onNewProject}>
        <FolderPlus size={16} strokeWidth={1.5} />
        {projectsWords.create}
      </MenuItem>
      <MenuItem onClick={onSelect}>
        <ListChecks size={16} strokeWidth={1.5} />
        {words.select}
      </MenuItem>
      <MenuItem onClick={() => onArchive(!isArchive)}>
        <Icon size={16} strokeWidth={1.5} />
        {isArchive ? words.leaveArchive : conversationsWords.archived}
      </MenuItem>
    </Menu>
  );
}
