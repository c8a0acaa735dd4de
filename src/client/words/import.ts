const positions = (count: number) => (count === 1 ? '1 position' : `${count} positions`);

export const importWords = {
  title: 'Import positions',
  explanation:
    'From a CSV or JSON file with name, ticker, avgEntryPrice and purchaseDate; closed positions also with status, closeDate and closePrice. Files exported from qInvest work as they are.',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  dropHere: 'or drop it here',
  chosenFile: 'CSV or JSON file',
  reading: (name: string) => `Reading ${name}...`,
  unreadable: 'This file could not be read',
  wrongType: 'Choose a file whose name ends with .csv or .json',
  tooLarge: 'This file is too large to import',
  checkFailed: 'Failed to check the file',
  nothingImported: 'Nothing has been imported.',
  preview: 'Preview',
  counts: (ready: number, duplicates: number, errors: number) =>
    [
      `${ready} ready`,
      duplicates > 0 && `${duplicates} already in the portfolio`,
      errors > 0 && `${errors} with an error`,
    ]
      .filter(Boolean)
      .join(', '),
  allOrNothing: 'Nothing was imported. Fix the rows with errors and choose the file again.',
  nothingNew: 'All of these positions are already in the portfolio.',
  ignoredColumns: (names: string) => `Ignored columns: ${names}.`,
  row: 'Row',
  state: 'Result',
  ready: 'Ready',
  duplicate: 'Duplicate',
  rowError: 'Error',
  status: 'Status',
  cancel: 'Cancel',
  submit: (count: number) => (count === 0 ? 'Import' : `Import ${positions(count)}`),
  importing: 'Importing...',
  imported: (count: number) => `${positions(count)} imported successfully`,
  failed: 'Failed to import positions',
} as const;
