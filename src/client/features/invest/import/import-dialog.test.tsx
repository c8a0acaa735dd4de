import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { importWords as words } from '~/client/words/import';
import { limits } from '~/shared/limits';
import type { ImportResult } from '~/shared/schemas/positions';
import { ImportDialog } from './import-dialog';

const text = 'name,ticker,avgEntryPrice,purchaseDate\nTesla,TSLA,180.25,2023-05-15\n';
const file = (name = 'positions.csv', content = text) => new File([content], name);
const ready: ImportResult = {
  rows: [
    { row: 2, state: 'ready', name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate: '2023-05-15' },
  ],
  readyCount: 1,
  duplicateCount: 0,
  errorCount: 0,
  skippedCount: 0,
  ignoredColumns: [],
  imported: 0,
};
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

function dialog(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const onClose = vi.fn();
  const app = renderInApp(<ImportDialog isOpen onClose={onClose} />);
  const choose = (chosen = file()) => app.user.upload(screen.getByLabelText(words.chosenFile), chosen);
  return { requests, onClose, choose, ...app };
}

it('checks a file first, and stores it only after the preview', async () => {
  const { requests, onClose, choose, user } = dialog({
    'positions.import': (input) => ({ ...ready, imported: (input as { dryRun: boolean }).dryRun ? 0 : 1 }),
  });
  expect(press(words.submit(0)).disabled).toBe(true);
  await choose();
  const submit = await screen.findByRole('button', { name: words.submit(1) });
  expect(screen.getByText('TSLA')).toBeDefined();
  expect(requests).toEqual([{ path: 'positions.import', input: { text, dryRun: true } }]);
  await user.click(submit);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests[1]?.input).toEqual({ text, dryRun: false });
  expect(screen.getByText(words.imported(1))).toBeDefined();
});

it('keeps the byte-order mark of a file, which shows that it is in UTF-8', async () => {
  const { requests, choose } = dialog({ 'positions.import': () => ready });
  await choose(file('positions.csv', `\ufeff${text}`));
  await screen.findByRole('button', { name: words.submit(1) });
  expect(requests[0]?.input).toEqual({ text: `\ufeff${text}`, dryRun: true });
});

it('shows the day of an exact close time, in New York', async () => {
  const closing = { closeDate: '2024-06-08T02:15:00.000Z', closePrice: '6.50' };
  const { choose } = dialog({
    'positions.import': () => ({ ...ready, rows: ready.rows.map((row) => ({ ...row, ...closing })) }),
  });
  await choose();
  expect(await screen.findByText('07 Jun 2024')).toBeDefined();
});

it('shows the purchase day as the close day if it had not begun in New York yet', async () => {
  const closing = { purchaseDate: '2024-06-08', closeDate: '2024-06-08T02:15:00.000Z', closePrice: '6.50' };
  const { choose } = dialog({
    'positions.import': () => ({ ...ready, rows: ready.rows.map((row) => ({ ...row, ...closing })) }),
  });
  await choose();
  expect(await screen.findAllByText('08 Jun 2024')).toHaveLength(2);
});

it('imports nothing while a row has an error, and shows that row first', async () => {
  const { choose, user } = dialog({
    'positions.import': () => ({
      ...ready,
      rows: [...ready.rows, { row: 3, state: 'error', name: 'Apple', message: 'Ticker is required' }],
      errorCount: 1,
      ignoredColumns: ['notes'],
    }),
  });
  await choose();
  expect(await screen.findByText(words.allOrNothing)).toBeDefined();
  expect(press(words.submit(0)).disabled).toBe(true);
  expect(screen.getByText(words.ignoredColumns('notes'))).toBeDefined();
  const page = document.body.textContent ?? '';
  expect(page.indexOf('Ticker is required')).toBeLessThan(page.indexOf('Tesla'));
  await user.click(press(words.chooseAnother));
  expect(screen.getByLabelText(words.chosenFile)).toBeDefined();
  expect(screen.queryByText(words.allOrNothing)).toBeNull();
});

it("imports the supported rows of another program's file, and shows which are left out and why", async () => {
  const rows: ImportResult['rows'] = [
    { row: 2, state: 'skipped', ticker: 'SAP.DE', message: 'Priced in EUR' },
    { ...ready.rows[0], row: 3, state: 'ready', closePrice: '192.00', message: '5 of 10 shares, sold in row 4' },
    { ...ready.rows[0], row: 3, state: 'ready', message: '5 of 10 shares, not sold' },
  ];
  const { requests, choose, user } = dialog({
    'positions.import': () => ({ ...ready, rows, readyCount: 2, skippedCount: 1, program: 'Ghostfolio' }),
  });
  await choose(file('export.json', '{"activities":[]}'));
  expect(await screen.findByText(words.fromProgram('Ghostfolio'))).toBeDefined();
  expect(screen.getByText(`: ${words.counts(2, 0, 0, 1)}`, { exact: false })).toBeDefined();
  const page = document.body.textContent ?? '';
  expect(page.indexOf('Priced in EUR')).toBeGreaterThan(page.indexOf('5 of 10 shares, not sold'));
  await user.click(press(words.submit(2)));
  expect(requests.map(({ input }) => input)).toEqual([
    { text: '{"activities":[]}', dryRun: true },
    { text: '{"activities":[]}', dryRun: false },
  ]);
});

it('shows that nothing in a file can be imported', async () => {
  const rows: ImportResult['rows'] = [{ row: 2, state: 'skipped', message: "Fees aren't imported" }];
  const { choose } = dialog({
    'positions.import': () => ({ ...ready, rows, readyCount: 0, skippedCount: 1, program: 'Ghostfolio' }),
  });
  await choose();
  expect(await screen.findByText(words.nothingToImport)).toBeDefined();
  expect(press(words.submit(0)).disabled).toBe(true);
});

it.each([
  [
    'prices',
    'portfolio.xml',
    `<client>\n  <prices>${'<price t="2024-01-02" v="1"/>'.repeat(limits.importCharacters / 20)}</prices>\n  <prices/>\n</client>`,
    '<client><prices/></client>',
  ],
  ['spaces', 'export.json', `{"activities":${' '.repeat(limits.importCharacters)}["a b"]}`, '{"activities":["a b"]}'],
])("sends a large file without its %s, which imports don't use", async (_what, name, content, sent) => {
  const { requests, choose } = dialog({ 'positions.import': () => ready });
  await choose(file(name, content));
  await screen.findByRole('button', { name: words.submit(1) });
  expect(requests[0]?.input).toEqual({ text: sent, dryRun: true });
});

it('shows that a check failed when the server is unreachable', async () => {
  const { choose } = dialog({});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await choose();
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(`${words.checkFailed} ${words.nothingImported}`),
  );
});

it.each([
  ['that is too large', file('large.csv', 'x'.repeat(limits.importCharacters + 1)), words.tooLarge],
  ['that the server cannot read', file('broken.csv'), 'broken.csv: There is no header'],
])('shows an error for a file %s', async (_, chosen, problem) => {
  const { choose, user } = dialog({
    'positions.import': () => ({ ...ready, rows: [], readyCount: 0, problem: 'There is no header' }),
  });
  const input = screen.getByLabelText(words.chosenFile);
  // Dropped files ignore the `accept` attribute.
  input.removeAttribute('accept');
  await choose(chosen);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`${problem} ${words.nothingImported}`));
  await user.click(press(words.choose));
  expect(press(words.submit(0)).disabled).toBe(true);
});

it('shows why a check failed, and accepts the same file again', async () => {
  let isDown = true;
  const { choose } = dialog({
    'positions.import': () => {
      if (isDown) throw new ServerError('The service is busy', { httpStatus: 500 });
      return ready;
    },
  });
  await choose();
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(`The service is busy ${words.nothingImported}`),
  );
  isDown = false;
  await choose();
  expect(await screen.findByRole('button', { name: words.submit(1) })).toBeDefined();
});

it('shows the preview again if the portfolio has changed since', async () => {
  const { choose, user, onClose } = dialog({
    'positions.import': (input) =>
      (input as { dryRun: boolean }).dryRun
        ? ready
        : { ...ready, rows: [{ ...ready.rows[0], row: 2, state: 'duplicate' }], readyCount: 0, duplicateCount: 1 },
  });
  await choose();
  await user.click(await screen.findByRole('button', { name: words.submit(1) }));
  expect(await screen.findByText(words.nothingNew)).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

it("keeps the preview if storing fails, and can't be closed while storing", async () => {
  let fail: () => void = () => {};
  const { choose, user, onClose } = dialog({
    'positions.import': (input) =>
      (input as { dryRun: boolean }).dryRun
        ? ready
        : new Promise((_resolve, reject) => (fail = () => reject(new ServerError('The service is busy')))),
  });
  await choose();
  await user.click(await screen.findByRole('button', { name: words.submit(1) }));
  await screen.findByRole('button', { name: words.importing });
  expect(press(words.cancel).disabled).toBe(true);
  fail();
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(press(words.submit(1))).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

it('discards the file on Cancel', async () => {
  const { choose, user, onClose } = dialog({ 'positions.import': () => ready });
  await choose();
  await screen.findByRole('button', { name: words.submit(1) });
  await user.click(press(words.cancel));
  expect(onClose).toHaveBeenCalledOnce();
  expect(press(words.submit(0)).disabled).toBe(true);
});
