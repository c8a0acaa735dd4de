import { chakra, Stack, Text } from '@chakra-ui/react';
import { formatCount, formatDay } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { importWords as words } from '~/client/words/import';
import { investWords } from '~/client/words/invest';
import type { ImportResult, ImportRow } from '~/shared/schemas/positions';
import { closeDayOf, isDay, midnightOf, tradingDay } from '~/shared/trading-day';

interface ImportPreviewProps {
  fileName: string;
  result: ImportResult;
}

/** Each row of the file with its effect; rows with an error come first. */
export function ImportPreview({ fileName, result }: ImportPreviewProps) {
  const { readyCount, duplicateCount, errorCount, skippedCount, ignoredColumns, program } = result;
  // A purchase that was sold in parts has several rows with the same number.
  const rows = result.rows.map((row, index) => ({ ...row, key: String(index) })).sort((a, b) => rank(a) - rank(b));
  return (
    <Stack gap="3">
      <Stack gap="1" role="status">
        <Text overflowWrap="anywhere">
          <chakra.span fontWeight="medium">{fileName}</chakra.span>:{' '}
          {words.counts(readyCount, duplicateCount, errorCount, skippedCount)}
        </Text>
        {program && <Text color="fg.muted">{words.fromProgram(program)}</Text>}
        {errorCount > 0 && <Text color="danger">{words.allOrNothing}</Text>}
        {errorCount === 0 && readyCount === 0 && (
          <Text color="fg.muted">{duplicateCount > 0 ? words.nothingNew : words.nothingToImport}</Text>
        )}
        {ignoredColumns.length > 0 && (
          <Text textStyle="caption" color="fg.muted">
            {words.ignoredColumns(ignoredColumns.join(', '))}
          </Text>
        )}
      </Stack>
      <chakra.div
        role="group"
        aria-label={words.preview}
        // Focusable, because it scrolls.
        tabIndex={0}
        maxHeight="min(28rem, 50dvh)"
        overflowY="auto"
      >
        <DataTable
          caption={words.preview}
          columns={columns()}
          rows={rows}
          rowKey={({ key }) => key}
          loadingText=""
          emptyText={words.nothingNew}
        />
      </chakra.div>
    </Stack>
  );
}

const order = { error: 0, ready: 1, duplicate: 1, skipped: 2 } as const;
const rank = ({ state }: ImportRow) => order[state];

function columns(): Column<ImportRow>[] {
  return [
    { key: 'row', header: words.row, align: 'end', cell: ({ row }) => formatCount(row), width: '3.5rem' },
    { key: 'state', header: words.state, cell: (row) => <State row={row} /> },
    { key: 'name', header: investWords.name, isPrimary: true, cell: ({ name }) => name || '-' },
    { key: 'ticker', header: investWords.ticker, cell: ({ ticker }) => ticker || '-' },
    { key: 'entry', header: investWords.entryPrice, align: 'end', cell: ({ avgEntryPrice }) => avgEntryPrice || '-' },
    { key: 'date', header: investWords.purchaseDate, cell: (row) => <Day text={purchaseDay(row)} /> },
    { key: 'closeDate', header: investWords.closeDate, cell: (row) => <Day text={closeDay(row)} /> },
    { key: 'close', header: investWords.closePrice, align: 'end', cell: ({ closePrice }) => closePrice || '-' },
  ];
}

function State({ row: { state, message } }: { row: ImportRow }) {
  const labels = { ready: words.ready, duplicate: words.duplicate, skipped: words.skipped, error: words.rowError };
  const tone = state === 'error' ? 'danger' : state === 'ready' ? 'accent' : 'neutral';
  return (
    <Stack gap="1" align={{ base: 'flex-end', md: 'flex-start' }}>
      <Badge tone={tone}>{labels[state]}</Badge>
      {message && (
        <Text textStyle="caption" color={state === 'error' ? 'danger' : 'fg.muted'} minWidth={{ md: '14rem' }}>
          {message}
        </Text>
      )}
    </Stack>
  );
}

/** Shows the file's text if it could not be parsed as a day or time. */
function Day({ text }: { text: string | undefined }) {
  if (!text) return <>-</>;
  return <chakra.span whiteSpace="nowrap">{isDay(text) ? formatDay(text) : text}</chakra.span>;
}

/** The server returns picked days as days, and all other times in ISO format. */
function dateOf(text = ''): Date | undefined {
  if (isDay(text)) return midnightOf(text);
  const date = new Date(text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(date.getTime()) ? date : undefined;
}

function purchaseDay({ purchaseDate }: ImportRow): string | undefined {
  const bought = dateOf(purchaseDate);
  return bought ? tradingDay(bought) : purchaseDate;
}

/** The day that the portfolio shows after the import. */
function closeDay({ closeDate, purchaseDate }: ImportRow): string | undefined {
  const [closed, bought] = [dateOf(closeDate), dateOf(purchaseDate)];
  if (!closed) return closeDate;
  return bought ? closeDayOf(closed, bought) : tradingDay(closed);
}
