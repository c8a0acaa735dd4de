/**
 * Parses a file of positions into rows of text: this product's own columns, or another program's transactions. The
 * format is detected from the content.
 */
import { limits } from '~/shared/limits';
import type { ImportFormat } from '~/shared/schemas/positions';
import { type ReadFile, tooMany, unreadable } from './file-row';
import { hasOwnColumns, readOwnCsv, readOwnJson } from './own-file';
import { matchSales } from './programs/match-sales';
import { readProgramCsv, readProgramJson, readProgramTable, readProgramXml } from './programs/read-program';
import type { ProgramFile } from './programs/transactions';

export interface ReadImport extends ReadFile {
  format: ImportFormat;
}

export function readFile(wanted: ImportFormat | undefined, text: string, now = Date.now()): ReadImport {
  const bare = text.replace(/^\ufeff/, '');
  const format = wanted ?? formatOf(bare);
  // A byte-order mark shows that the file is in UTF-8.
  const wrong = problemOf(bare, { isUtf8: bare !== text });
  const file = wrong ? unreadable(wrong) : read(format, bare.trim() === '' ? '' : bare, now);
  return { ...limited(file), format };
}

function formatOf(text: string): ImportFormat {
  const [first = ''] = text.trimStart();
  if (first === '<') return 'xml';
  return first === '{' || first === '[' ? 'json' : 'csv';
}

function problemOf(text: string, { isUtf8 }: { isUtf8: boolean }): string | undefined {
  if (text.startsWith('PK\u0003')) return 'This is a workbook or a zip file. Save it as CSV and try again.';
  if (/^(PORTFOLIO|PPPBV1)/.test(text))
    return 'The file is encrypted or binary. Save it as XML in Portfolio Performance and try again.';
  if (!isUtf8 && text.includes('\ufffd')) return 'The file is not in UTF-8. Save it as “CSV UTF-8” and try again.';
  if (text.trim() === '') return 'The file is empty.';
  return undefined;
}

function read(format: ImportFormat, text: string, now: number): ReadFile {
  switch (format) {
    case 'csv':
      return readCsv(text, now);
    case 'json':
      return readJson(text, now);
    case 'xml':
      return (
        ofProgram(readProgramXml(text.trimStart()), now) ?? unreadable('The file is not from Portfolio Performance.')
      );
  }
}

function readCsv(text: string, now: number): ReadFile {
  const table = readProgramTable(text);
  if ('problem' in table) return unreadable(table.problem);
  return (!hasOwnColumns(table) && ofProgram(readProgramCsv(table), now)) || readOwnCsv(table);
}

function readJson(text: string, now: number): ReadFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('The file is not valid JSON.');
  }
  return ofProgram(readProgramJson(value), now) ?? readOwnJson(value);
}

function ofProgram(file: ProgramFile | undefined, now: number): ReadFile | undefined {
  if (!file) return undefined;
  const { program, problem, trades, splits, skipped } = file;
  if (problem) return { ...unreadable(problem), program };
  const count = trades.length + splits.length + skipped.length;
  // Before sales are matched, which is expensive.
  if (count > limits.importRows) return { ...unreadable(tooMany(count, 'transactions')), program };
  return { rows: matchSales(file, now), ignoredColumns: [], program };
}

function limited(file: ReadFile): ReadFile {
  if (file.problem) return file;
  if (file.rows.length === 0) return unreadable('The file contains no positions.');
  return file.rows.length > limits.importRows && !file.program
    ? unreadable(tooMany(file.rows.length, 'positions'))
    : file;
}
