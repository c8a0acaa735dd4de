import type { ComponentProps } from 'react';
import { Drawer } from '~/client/ui/overlay/drawer';
import { conversationsWords as words } from '~/client/words/conversations';
import { ConversationPanel } from './conversation-panel';
import { useDrawerEntry } from './use-drawer-entry';

type PanelDrawerProps = Omit<ComponentProps<typeof ConversationPanel>, 'onChosen'>;

/** The panel on a narrow screen. It closes when a conversation is opened. */
export function PanelDrawer({ selectedId, onSelect, ...panel }: PanelDrawerProps) {
  const { isOpen, close, select } = useDrawerEntry(selectedId, onSelect);
  return (
    <Drawer isOpen={isOpen} onClose={close} label={words.conversations} width="80vw">
      <ConversationPanel {...panel} selectedId={selectedId} onSelect={select} onChosen={close} />
    </Drawer>
  );
}
