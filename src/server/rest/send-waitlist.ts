import Papa from 'papaparse';
import type { WaitlistExport } from '~/shared/schemas/accounts';
import type { Call } from './route';
import { sendParts } from './send-parts';

export const sendWaitlist = (call: Call): Promise<void> =>
  sendParts<WaitlistExport>(call, 'waitlist.export', {
    fileName: `waitlist-${new Date().toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    first: csvLines([['Email', 'Signed Up']]),
    write: ({ items }) => csvLines(items.map(({ email, createdAt }) => [email, createdAt.toISOString()])),
    last: '',
  });

/** Cells that a spreadsheet would calculate are made text: nobody's address runs as a formula. */
export function csvLines(rows: string[][]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}
