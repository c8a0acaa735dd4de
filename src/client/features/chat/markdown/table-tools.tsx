import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { saveText } from '~/client/lib/save-text';
import { IconButton } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { markdownWords as words } from '~/client/words/markdown';
import { tableRows, toCsv, toTsv } from './table-text';

const utf8Mark = '\uFEFF';

/** What takes a table into a spreadsheet. */
export function TableTools({ table }: { table: RefObject<HTMLTableElement | null> }) {
  const rows = () => (table.current ? tableRows(table.current) : []);
  const download = () =>
    saveText({ fileName: 'table.csv', mediaType: 'text/csv;charset=utf-8', text: utf8Mark + toCsv(rows()) });
  return (
    <>
      <CopyButton label={words.copyTable} text={() => toTsv(rows())} />
      <IconButton label={words.downloadTable} size="sm" onClick={download}>
        <Download size={15} strokeWidth={1.5} />
      </IconButton>
    </>
  );
}
