import { Download, Ellipsis } from 'lucide-react';
import { errorMessage } from '~/client/lib/error-message';
import { saveText } from '~/client/lib/save-text';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Menu, MenuItem, MenuSeparator } from '~/client/ui/menu/menu';
import { investWords as words } from '~/client/words/invest';
import type { TransferFormat } from '~/shared/schemas/positions';

/** Downloads the whole portfolio as a file that can be imported again. */
function useExport(): (format: TransferFormat) => void {
  const utils = trpc.useUtils();
  async function save(format: TransferFormat) {
    try {
      const { fileName, mediaType, text } = await utils.client.positions.export.mutate({ format });
      saveText({ fileName, mediaType, text });
    } catch (cause) {
      toast({ kind: 'error', title: words.error, description: errorMessage(cause, words.exportFailed) });
    }
  }
  return (format) => void save(format);
}

export function ExportMenu() {
  const save = useExport();
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
      <MenuItem onClick={() => save('csv')}>{words.exportCsv}</MenuItem>
      <MenuItem onClick={() => save('json')}>{words.exportJson}</MenuItem>
    </Menu>
  );
}

/** Import and export for screens without room for their buttons. */
export function MoreMenu({ onImport }: { onImport: () => void }) {
  const save = useExport();
  return (
    <Menu label={words.moreActions} opener={<Ellipsis size={18} strokeWidth={1.5} aria-hidden />}>
      <MenuItem onClick={onImport}>{words.importPositions}</MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => save('csv')}>{words.exportAsCsv}</MenuItem>
      <MenuItem onClick={() => save('json')}>{words.exportAsJson}</MenuItem>
    </Menu>
  );
}
