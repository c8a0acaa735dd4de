import { Download } from 'lucide-react';
import type { TransferFormat } from '~/shared/schemas/positions';
import { errorMessage } from '../../../lib/error-message';
import { saveText } from '../../../lib/save-text';
import { trpc } from '../../../lib/trpc';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast';
import { investWords as words } from '../../../words/invest';

/** The whole book as a file, which Import takes again. */
export function ExportMenu() {
  const utils = trpc.useUtils();

  async function save(format: TransferFormat) {
    try {
      const { fileName, mediaType, text } = await utils.client.positions.export.query({ format });
      saveText({ fileName, mediaType, text });
    } catch (cause) {
      toast({ kind: 'error', title: words.error, description: errorMessage(cause, words.exportFailed) });
    }
  }

  return (
    <Menu
      label={words.exportPositions}
      isText
      opener={
        <>
          <Download size={16} strokeWidth={1.5} aria-hidden />
          {words.exportPositions}
        </>
      }
    >
      <MenuItem onClick={() => void save('csv')}>{words.exportCsv}</MenuItem>
      <MenuItem onClick={() => void save('json')}>{words.exportJson}</MenuItem>
    </Menu>
  );
}
