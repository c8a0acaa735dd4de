import { Download } from 'lucide-react';
import { errorMessage } from '~/client/lib/error-message';
import { saveText } from '~/client/lib/save-text';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { investWords as words } from '~/client/words/invest';
import type { TransferFormat } from '~/shared/schemas/positions';

/** The whole book as a file, which Import takes again. */
export function ExportMenu() {
  const utils = trpc.useUtils();

  async function save(format: TransferFormat) {
    try {
      const { fileName, mediaType, text } = await utils.client.positions.export.mutate({ format });
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
