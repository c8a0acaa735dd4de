import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { expectAccessibleAtOneWidth } from './accessibility';
import { founder, signInAs, withDatabase } from './admin';
import { hold } from './fixtures';
import { addPosition, baba, expect, startInstallation, tesla, test, waitForPrices } from './installation';
import { expectNoShift, watchShifts } from './shifts';

test('there is no layout shift while the ledger loads', async ({ installation, admin, browser }) => {
  await addPosition(admin, installation, tesla);
  await waitForPrices(admin, installation);
  for (const width of [1280, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 844 }, reducedMotion: 'no-preference' });
    await watchShifts(page);
    await page.goto(`${installation.url}/track-record`);
    await page.getByRole('slider').first().waitFor();
    await expectNoShift(page);
    await page.close();
  }
});

test('anyone can check the ledger and calculate its figures, including deleted positions', async ({
  installation,
  admin,
  visitor: page,
}) => {
  await addPosition(admin, installation, tesla);
  const { id } = await addPosition(admin, installation, baba);
  await waitForPrices(admin, installation);
  await admin.request.delete(`${installation.url}/api/positions/${id}`);
  const worker = page.waitForEvent('worker');
  await page.goto(`${installation.url}/track-record`);
  expect((await worker).url()).toContain('ledger-worker');
  await expect(page.getByRole('heading', { name: 'Ledger verified' })).toBeVisible();
  await expect(page.getByText('The current portfolio matches the ledger.')).toBeVisible();
  await expect(page.getByText(/your browser's own Web Crypto/)).toBeVisible();
  for (const name of ['Return', 'SPY, same period', 'Win rate', 'Max drawdown']) {
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  }
  const positions = page.getByRole('table', { name: 'Positions' });
  await expect(
    positions
      .getByRole('row', { name: /Alibaba/ })
      .getByText(/^Deleted/)
      .first(),
  ).toBeVisible();
  await expect(positions.getByRole('row', { name: /Tesla/ }).getByText('Open').first()).toBeVisible();
  await expect(page.getByText('+350% over 5 years')).toBeVisible();
  await expect(page.getByText(/hypothetical back-test and doesn't come from this ledger/)).toBeVisible();

  const ledger = page.getByRole('table', { name: 'Ledger' });
  await page.getByLabel('Event').selectOption('Deleted');
  await expect(ledger.getByRole('row', { name: /Alibaba/ }).first()).toBeVisible();
  // Stories of other files share the server, so more positions may have been deleted.
  await expect(ledger.getByRole('row', { name: /Added|Sample added/ })).toHaveCount(0);
  await expectAccessibleAtOneWidth(page, 'filtered ledger');

  const head = await page.locator('code').first().innerText();
  await page.getByLabel('A hash you saved').fill(head);
  await expect(page.getByText('It is in the ledger.')).toBeVisible();
  await page.getByLabel('A hash you saved').fill('0'.repeat(64));
  await expect(page.getByText(/^Not found\./)).toBeVisible();

  const file = await page.request.get(`${installation.url}/api/track-record/ledger.csv`);
  expect(file.ok()).toBe(true);
  expect(await file.text()).toContain(head);
  const link = page.getByRole('link', { name: 'verify.mjs' });
  const script = await page.request.get(new URL((await link.getAttribute('href')) ?? '', installation.url).href);
  expect(await script.text()).toContain('sha256');
});

test('the verifier runs as a page from a file on disk, without a network', async ({ installation, visitor }, info) => {
  const [pack, page] = await Promise.all(
    ['audit-pack.zip', 'verify.html'].map(async (name) => {
      const file = info.outputPath(name);
      const response = await visitor.request.get(`${installation.url}/track-record/${name}`);
      await writeFile(file, await response.body());
      return file;
    }),
  );
  const served = await visitor.request.get(`${installation.url}/track-record/verify.html`);
  expect(served.headers()['content-disposition']).toMatch(/^attachment; filename="?verify\.html"?$/);
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.goto(pathToFileURL(page as string).href);
  const files = visitor.getByLabel(/^Drop the ZIP file/);
  await files.setInputFiles(pack as string);
  await expect(visitor.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
  await expect(visitor.getByText(/^Hash chain verified: \d+ entr/)).toBeVisible();
  await expectAccessibleAtOneWidth(visitor, 'verifier page');
  await visitor.getByLabel('A hash you saved earlier').fill('0'.repeat(64));
  await expect(visitor.getByRole('heading', { name: 'Not verified' })).toBeVisible();
  await expect(visitor.getByText(/BROKEN: the saved hash is not in this ledger/)).toBeVisible();
  await visitor.getByRole('button', { name: 'Check Other Files' }).click();
  await files.setInputFiles({ name: 'ledger.csv', mimeType: 'text/csv', buffer: Buffer.from('seq,at\n1,2\n') });
  await expect(visitor.getByText('This is not a ledger: the first line is not the expected header.')).toBeVisible();
  expect(requests.every((url) => url.startsWith('file:'))).toBe(true);
});

test('loading the ledger shows its progress and errors, and can be retried', async ({
  installation,
  visitor: page,
}) => {
  const requests = /trackRecord\./;
  const release = await hold(page, requests);
  await page.goto(`${installation.url}/track-record`);
  await expect(page.getByRole('progressbar')).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'ledger.csv' })).toBeVisible();
  await page.route(requests, (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Couldn't load the track record")).toBeVisible();
  await page.unroute(requests);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/^(Ledger verified|The ledger is empty)$/)).toBeVisible();
});

test('the verified record counts from when entries were recorded, whatever was entered', async ({ browser }) => {
  const installation = await startInstallation(browser);
  const context = await browser.newContext();
  const page = await context.newPage();
  const [honest, hindsight, sample] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
    string,
    string,
    string,
  ];
  const stated = { entryPrice: '1.00', purchaseDate: '2023-02-01T00:00:00.000Z' };
  try {
    await signInAs(page, installation, founder);
    await withDatabase(installation, async (database) => {
      for (const { seq, at, kind, body, previousHash, hash } of ledgerOf(
        ['opened', honest, { ticker: 'TSLA', name: 'Honest' }],
        ['opened', hindsight, { ticker: 'NVDA', name: 'Hindsight', ...stated }],
        ['seeded', sample, { ticker: 'MSFT', name: 'Invented', ...stated }],
      )) {
        const { position } = JSON.parse(body);
        await database.query('INSERT INTO ledger_events VALUES ($1, $2, $3, $4, $5, $6, $7)', [
          ...[seq, at, kind, position.id, body, previousHash, hash],
        ]);
        await database.query(
          `INSERT INTO investment_positions (id, user_id, ticker, name, avg_entry_price, purchase_date)
           SELECT $1, id, $2, $3, $4, $5 FROM users LIMIT 1`,
          [position.id, position.ticker, position.name, position.entryPrice, position.purchaseDate],
        );
      }
    });
    const figures = async () => (await page.request.get(`${installation.url}/api/track-record`)).json();
    await expect.poll(async () => (await figures()).verified.countedCount).toBe(2);
    const { verified, stated: asStated } = await figures();
    await page.goto(`${installation.url}/track-record`);
    await expect(page.getByRole('heading', { name: 'Ledger verified' })).toBeVisible();
    const signed = (percent: string) => {
      const grouped = percent.replace(/\B(?=(\d{3})+\.)/g, ',');
      return grouped.startsWith('-') ? `${grouped}%` : `+${grouped}%`;
    };
    const of = (name: string) => page.locator(`dl[aria-label="${name}"]`);
    await expect(of('Verified record').getByText(signed(verified.returnPercent))).toBeVisible();
    await expect(of('As stated').getByText(signed(asStated.returnPercent))).toBeVisible();
    const byPeriod = page.getByRole('region', { name: 'Risk and return by period' });
    await expect(byPeriod.getByText(signed(verified.returnPercent))).toBeVisible();
    await byPeriod.getByRole('button', { name: '3 years' }).click();
    await expect(byPeriod.getByText('The record starts later').first()).toBeVisible();
    await byPeriod.getByRole('button', { name: 'Since the first day' }).click();
    await byPeriod.getByLabel('Benchmark').selectOption('QQQ');
    const response = await page.request.get(`${installation.url}/api/track-record/figures?benchmark=QQQ`);
    const compared = (await response.json()).periods.at(-1);
    await expect(byPeriod.getByText(signed(compared.benchmarkReturnPercent.value)).first()).toBeVisible();
    await expect(byPeriod.getByText(compared.beta.value, { exact: true })).toBeVisible();
    await byPeriod.locator('summary', { hasText: 'Contribution per position' }).click();
    await expect(byPeriod.getByRole('row', { name: /Hindsight/ })).toBeVisible();
    await expect(
      page.getByText(/do not claim compliance with the Global Investment Performance Standards/),
    ).toBeVisible();
    await expect(page.getByText('Includes 1 position recorded 1,070 days after its stated date.')).toBeVisible();
    const row = page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /Hindsight/ });
    await expect(row.getByText('Recorded 1,070 days after purchase date')).toBeVisible();
    await expect(row.getByText('since 06 Jan 2026')).toBeVisible();
    const invented = page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /Invented/ });
    await expect(invented.getByText('Sample', { exact: true })).toBeVisible();
    await expect(invented.getByText('not counted')).toBeVisible();
    await expect(page.getByRole('slider', { name: /^Verified and stated record/ })).toBeVisible();
  } finally {
    await context.close();
    await installation.dispose();
  }
});

test('a changed row shows where the chain breaks, and that the portfolio differs', async ({ browser }) => {
  const installation = await startInstallation(browser);
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(`${installation.url}/track-record`);
    await expect(page.getByText('The ledger is empty')).toBeVisible();
    await signInAs(page, installation, founder);
    for (const name of ['One', 'Two', 'Three']) await addPosition(page, installation, { ...tesla, name });
    await withDatabase(installation, (database) =>
      database.exec(`
        ALTER TABLE ledger_events DISABLE TRIGGER ALL;
        UPDATE ledger_events SET body = replace(body, '180.25', '80.25') WHERE seq = 2;
        UPDATE investment_positions SET avg_entry_price = 90 WHERE name = 'Three';`),
    );
    await page.goto(`${installation.url}/track-record`);
    await expect(page.getByRole('heading', { name: 'The chain breaks at entry 2' })).toBeVisible();
    await expect(page.getByText("Entry 2 was changed: its content doesn't match its hash.")).toBeVisible();
    await expect(page.getByText(/calculated a different hash for entry 2/)).toBeVisible();
    await expect(
      page.getByText(/Three \(TSLA\): the entry price is 90\.00 in the portfolio but 180\.25/),
    ).toBeVisible();
    await expect(page.getByText('breaks here')).toBeVisible();
  } finally {
    await context.close();
    await installation.dispose();
  }
});

test('a back-test explains itself, lists every trade, and can be reopened by its URL', async ({
  installation,
  admin,
  member: page,
}) => {
  for (const position of [tesla, baba]) await addPosition(admin, installation, position);
  await waitForPrices(admin, installation);
  const universe = () =>
    page.request.get(`${installation.url}/trpc/backtest.universe`).then((response) => response.text());
  await expect.poll(universe).toMatch(/BABA.*SPY.*TSLA/);
  await page.goto(`${installation.url}/qinvest/back-test`);
  await expect(page.getByRole('heading', { name: 'Method' })).toBeVisible();
  await page.getByLabel('Tickers').fill('tsla, baba');
  await page.getByLabel('First day').fill('2024-01-02');
  await page.getByLabel('Last day').fill('2023-01-02');
  await page.getByRole('button', { name: 'Run back-test' }).click();
  await expect(page.getByText('The last day must be after the first')).toBeVisible();
  await page.getByLabel('Last day').fill('2025-01-02');
  await page.getByLabel('Rebalancing').selectOption('quarterly');
  await page.getByRole('button', { name: 'Run back-test' }).click();
  // The result is far below the form, so it is scrolled into view.
  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeInViewport();
  await expect(page.getByText('Hypothetical', { exact: true })).toBeVisible();
  for (const name of ['Return', 'Volatility', 'Max drawdown']) {
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('slider', { name: /portfolio vs\. SPY/ })).toBeVisible();
  const trades = page.getByRole('table', { name: 'Trades' });
  await expect(trades.getByRole('columnheader')).toHaveText([
    'Trade date',
    'Signal date',
    'Ticker',
    'Side',
    'Shares',
    'Price',
    'Amount',
    'Cost',
  ]);
  await expect(page.getByText(/No hindsight: orders are sized in dollars/)).toBeVisible();
  const address = page.url();
  expect(address).toMatch(/tickers=TSLA.*from=2024-01-02.*rebalancing=quarterly/);
  await page.goto(address);
  await expect(trades).toBeVisible();
  await page.getByLabel('Tickers').fill('TSLA, NOPE');
  await page.getByRole('button', { name: 'Run back-test' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Closing prices are missing' });
  await expect(failure.getByRole('listitem')).toHaveText([/^NOPE: \d+ days, 02 Jan 2024 to \d\d \w{3} \d{4}$/]);
});

test('visitors read the method of back-tests and are asked to sign in to run one', async ({
  installation,
  visitor: page,
}) => {
  await page.goto(`${installation.url}/qinvest/back-test`);
  await expect(page.getByText('Sign in to run a back-test')).toBeVisible();
  await expect(page.getByText(/decided on one day's closing price/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/auth\?redirect=/);
});
