const positions = (count: number) => (count === 1 ? '1 position' : `${count} positions`);

export const importWords = {
  title: 'Import positions',
  explanation:
    'From a CSV or JSON file with name, ticker, avgEntryPrice and purchaseDate; closed positions also with status, closeDate and closePrice. Files from Export fit.',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  dropHere: 'or drop it here',
  chosenFile: 'CSV or JSON file',
  reading: (name: string) => `Reading ${name}...`,
  unreadable: 'This file could not be read',
  wrongType: 'Choose a file whose name ends with .csv or .json',
  tooLarge: 'This file is too large to import at once',
  checkFailed: 'Could not check the file',
  nothingImported: 'Nothing has been imported.',
  preview: 'What the file holds',
  counts: (ready: number, duplicates: number, errors: number) =>
    [`${ready} ready`, duplicates > 0 && `${duplicates} already in the book`, errors > 0 && `${errors} with an error`]
      .filter(Boolean)
      .join(', '),
  allOrNothing: 'Correct the rows with an error and choose the file again. Nothing is imported while there is one.',
  nothingNew: 'The book holds all of these positions already.',
  ignoredColumns: (names: string) => `Columns without a meaning here, left out: ${names}.`,
  row: 'Row',
  state: 'State',
  ready: 'Ready',
  duplicate: 'In the book',
  rowError: 'Error',
  status: 'Status',
  cancel: 'Cancel',
  submit: (count: number) => (count === 0 ? 'Import' : `Import ${positions(count)}`),
  importing: 'Importing...',
  imported: (count: number) => `${positions(count)} imported successfully`,
  failed: 'Failed to import positions',
} as const;
