import { Ellipsis } from 'lucide-react';
import { Menu } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import { ExportItems } from './export-items';

/** What is done less often with an answer. */
export function AnswerMenu({ messageId }: { messageId: string }) {
  return (
    <Menu label={words.answerMenu} opener={<Ellipsis size={16} strokeWidth={1.5} />}>
      <ExportItems path={`/api/messages/${messageId}`} />
    </Menu>
  );
}
