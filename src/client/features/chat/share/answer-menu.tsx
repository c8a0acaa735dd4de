import { Ellipsis } from 'lucide-react';
import { Menu, MenuSeparator } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import { ExportItems } from './export-items';
import { ShareItem } from './share-item';
import { useShareDialog } from './use-share-dialog';

/** What is done less often with an answer. */
export function AnswerMenu({ messageId }: { messageId: string }) {
  const { open, dialog } = useShareDialog({ messageId });
  return (
    <>
      <Menu label={words.answerMenu} size="sm" opener={<Ellipsis size={15} strokeWidth={1.5} />}>
        <ShareItem onShare={open} />
        <MenuSeparator />
        <ExportItems path={`/api/messages/${messageId}`} />
      </Menu>
      {dialog}
    </>
  );
}
