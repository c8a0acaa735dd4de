import type { ComponentProps } from 'react';
import { Drawer } from '~/client/ui/overlay/drawer';
import { conversationsWords as words } from '~/client/words/conversations';
import { ConversationPanel } from './conversation-panel';

interface PanelDrawerProps extends Omit<ComponentProps<typeof ConversationPanel>, 'onChosen'> {
  isOpen: boolean;
  onClose: () => void;
}

/** The panel on a narrow screen. It closes when a conversation is opened. */
export function PanelDrawer({ isOpen, onClose, ...panel }: PanelDrawerProps) {
  return (
    <Drawer isOpen={isOpen} onClose={onClose} label={words.conversations} width="80vw">
      <ConversationPanel {...panel} onChosen={onClose} />
    </Drawer>
  );
}
