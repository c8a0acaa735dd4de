import { Ellipsis } from 'lucide-react';
import { Menu, MenuSeparator } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import { useIsTemporary } from '../temporary/use-is-temporary';
import { ExportItems } from './export-items';
import { ShareItem } from './share-item';
import { useShareDialog } from './use-share-dialog';

/** What is done less often with an answer. */
export function AnswerMenu({ messageId }: { messageId: string }) {
  const { open, dialog } = useShareDialog({ messageId });
  return (
    <>
      <Menu label={words.answerMenu} size="sm" opener={<Ellipsis size={15} strokeWidth={1.5} />}>
        <ShareSection onShare={open} />
        <ExportItems path={`/api/messages/${messageId}`} />
      </Menu>
      {dialog}
    </>
  );
}

function ShareSection({ onShare }: { onShare: () => void }) {
  if (useIsTemporary()) return null;
  return (
    <>
      <ShareItem onShare={onShare} />
      <MenuSeparator />
    </>
  );
}
