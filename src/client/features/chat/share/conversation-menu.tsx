import { Ellipsis } from 'lucide-react';
import { Menu } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import { ExportItems } from './export-items';

/** What can be done with the conversation as a whole. */
export default function ConversationMenu({ conversationId }: { conversationId: string }) {
  return (
    <Menu label={words.conversationMenu} opener={<Ellipsis size={18} strokeWidth={1.5} />}>
      <ExportItems path={`/api/conversations/${conversationId}`} />
    </Menu>
  );
}
