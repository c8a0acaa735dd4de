import { ChartColumn, Download, Maximize2 } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { saveText } from '~/client/lib/save-text';
import { IconButton } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { markdownWords as words } from '~/client/words/markdown';
import { tableChartWords } from '~/client/words/table-chart';
import { figuresOf, type TableFigures } from '../table-chart/table-figures';
import { columnAligns, tableRows, toCsv, toTsv } from './table-text';
import type { TableViewProps } from './table-view';
import { TableView } from './table-view';

const utf8Mark = '\uFEFF';
/** While a table streams, its cells are read only after a pause, and only those of the first rows. */
const restMs = 400;
const sampleRows = 20;

export interface TableToolsProps {
  table: RefObject<HTMLTableElement | null>;
  chart: TableFigures | null;
  onChart: (figures: TableFigures | null) => void;
}

/** Copies a table for spreadsheets, saves it, draws a chart or opens it full screen. */
export function TableTools({ table, chart, onChart }: TableToolsProps) {
  const [hasFigures, setHasFigures] = useState(false);
  const [expanded, setExpanded] = useState<Pick<TableViewProps, 'rows' | 'aligns'>>();
  const rows = () => {
    window.dispatchEvent(new Event('needwholetext'));
    return table.current ? tableRows(table.current) : [];
  };
  const expand = () => setExpanded({ rows: rows(), aligns: table.current ? columnAligns(table.current) : [] });
  const download = () =>
    saveText({ fileName: 'table.csv', mediaType: 'text/csv;charset=utf-8', text: utf8Mark + toCsv(rows()) });

  useEffect(() => {
    const { current } = table;
    if (!current) return;
    const read = () => setHasFigures(figuresOf(tableRows(current, sampleRows)) !== null);
    let timer = setTimeout(read, restMs);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(read, restMs);
    });
    observer.observe(current, { childList: true, characterData: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [table]);

  return (
    <>
      {(hasFigures || chart) && (
        <IconButton
          label={chart ? tableChartWords.hide : tableChartWords.show}
          size="sm"
          aria-pressed={chart !== null}
          onClick={() => onChart(chart ? null : figuresOf(rows()))}
        >
          <ChartColumn size={15} strokeWidth={1.5} />
        </IconButton>
      )}
      <IconButton label={words.expandTable} size="sm" onClick={expand}>
        <Maximize2 size={15} strokeWidth={1.5} />
      </IconButton>
      <CopyButton label={words.copyTable} text={() => toTsv(rows())} />
      <IconButton label={words.downloadTable} size="sm" onClick={download}>
        <Download size={15} strokeWidth={1.5} />
      </IconButton>
      {expanded && <TableView {...expanded} onClose={() => setExpanded(undefined)} />}
    </>
  );
}
