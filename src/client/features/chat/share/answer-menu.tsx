import { Ellipsis } from 'lucide-react';
import { Menu, MenuSeparator } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import type { ChatMessage } from '~/shared/schemas/messages';
import { ReadAloudItem, StopReading } from '../read-aloud/read-aloud';
import { useIsTemporary } from '../temporary/use-is-temporary';
import { ExportItems } from './export-items';
import { ShareItem } from './share-item';
import { useShareDialog } from './use-share-dialog';

/** Less frequent actions on an answer. */
export function AnswerMenu({ message: { id: messageId, content } }: { message: ChatMessage }) {
  const { open, dialog } = useShareDialog({ messageId });
  return (
    <>
      <Menu label={words.answerMenu} size="sm" opener={<Ellipsis size={15} strokeWidth={1.5} />}>
        <ReadAloudItem id={messageId} content={content} />
        <ShareSection onShare={open} />
        <ExportItems path={`/api/messages/${messageId}`} />
      </Menu>
      <StopReading id={messageId} />
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
