import { Ellipsis } from 'lucide-react';
import { Menu, MenuSeparator } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import { ExportItems } from './export-items';
import { ShareItem } from './share-item';
import { useShareDialog } from './use-share-dialog';

/** The actions on the whole conversation. */
export function ConversationMenu({ conversationId }: { conversationId: string }) {
  const { open, dialog } = useShareDialog({ conversationId });
  return (
    <>
      <Menu label={words.conversationMenu} opener={<Ellipsis size={18} strokeWidth={1.5} />}>
        <ShareItem onShare={open} />
        <MenuSeparator />
        <ExportItems path={`/api/conversations/${conversationId}`} />
      </Menu>
      {dialog}
    </>
  );
}
