const positions = (count: number) => (count === 1 ? '1 position' : `${count} positions`);

export const importWords = {
  title: 'Import positions',
  explanation:
    'Files exported from qInvest, Ghostfolio, Wealthfolio, Portfolio Performance and Yahoo Finance work as they are. Other CSV or JSON files need name, ticker, avgEntryPrice and purchaseDate. Closed positions also need status, closeDate and closePrice.',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  dropHere: 'or drop it here',
  chosenFile: 'CSV, JSON or XML file',
  reading: (name: string) => `Reading ${name}...`,
  unreadable: "Couldn't read this file",
  tooLarge: 'This file is too large to import. Export fewer transactions at once.',
  checkFailed: 'Failed to check the file',
  nothingImported: 'Nothing has been imported.',
  preview: 'Preview',
  counts: (ready: number, duplicates: number, errors: number, skipped: number) =>
    [
      `${ready} ready`,
      duplicates > 0 && `${duplicates} already in the portfolio`,
      skipped > 0 && `${skipped} can't be imported`,
      errors > 0 && `${errors} with an error`,
    ]
      .filter(Boolean)
      .join(', '),
  allOrNothing: 'Nothing was imported. Fix the rows with errors and choose the file again.',
  fromProgram: (program: string) => `Recognized as a file from ${program}. Each sale closes the oldest purchase first.`,
  nothingToImport: 'None of these rows can be imported. The table shows why.',
  nothingNew: 'All of these positions are already in the portfolio.',
  ignoredColumns: (names: string) => `Ignored columns: ${names}.`,
  row: 'Row',
  state: 'Result',
  ready: 'Ready',
  duplicate: 'Duplicate',
  skipped: 'Left out',
  rowError: 'Error',
  cancel: 'Cancel',
  submit: (count: number) => (count === 0 ? 'Import' : `Import ${positions(count)}`),
  importing: 'Importing...',
  imported: (count: number) => `${positions(count)} imported successfully`,
  failed: 'Failed to import positions',
} as const;
