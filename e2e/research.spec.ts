import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { questionIn, researchAnswers } from '~/server/testing/fakes/research-model';
import type { SiteServer } from '~/server/testing/fakes/site-server';
import { expectAccessibleAtOneWidth } from './accessibility';
import { answer, composer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { webStories } from './web';

const request = 'Where do the key interest rates of the ECB stand?';
const deposit = 'What is the deposit rate?';
const lending = 'What is the marginal lending rate?';
const markets = 'What do markets expect?';

const pageOf = (question: string) => (question === deposit ? '/deposit' : '/lending');

/** A model that plans, reads a page per question and reports, with a search and a site of this story. */
const test = webStories(({ search, site }) => {
  site.pages['/deposit'] = '<title>Deposit facility</title><article><p>The deposit rate is 2.00%.</p></article>';
  site.pages['/lending'] = '<title>Marginal lending</title><article><p>The lending rate is 2.40%.</p></article>';
  search.serve(...['/deposit', '/lending'].map((at) => ({ url: site.origin + at, title: at, content: 'Rates' })));
  const [first, second] = [`[[1]](${site.origin}/deposit)`, `[[2]](${site.origin}/lending)`];
  const script = researchAnswers({
    plan: [deposit, lending, markets],
    note: (question) => ({ url: site.origin + pageOf(question), text: `${question} ${first}` }),
    review: 'The pages agree.',
    report: [
      `## Summary\nThe deposit rate is 2.00% ${first}. The lending rate is 2.40% ${second}.`,
      `## Key figures\n| Figure | Value | As of | Source |\n| --- | --- | --- | --- |\n| Deposit rate | 2.00% | today | ${first} |`,
      '## What we could not confirm\nWhat the ECB decides next.',
    ].join('\n\n'),
  });
  return { script };
});

/** Delays the page of the second question until the returned function is called. */
function holdLending(site: SiteServer): () => void {
  const page = site.pages['/lending'] as string;
  const waiting: (() => void)[] = [];
  site.pages['/lending'] = (_request, response) => {
    waiting.push(() => response.setHeader('content-type', 'text/html').end(page));
  };
  return () => {
    site.pages['/lending'] = page;
    for (const send of waiting.splice(0)) send();
  };
}

/** Opens the saved page from the disk, as users do, and checks that a changed figure is detected. */
async function expectVerifiedPage(browser: Browser, file: string, width: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'receipt-'));
  const text = await readFile(file, 'utf8');
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: width === 390 ? 'dark' : 'light',
  });
  const open = async (name: string, html: string) => {
    await writeFile(path.join(folder, name), html);
    const page = await context.newPage();
    await page.goto(`file://${folder}/${name}`);
    return page;
  };
  const page = await open('receipt.html', text);
  await expect(page.getByRole('status')).toContainText('The receipt is complete and unchanged.');
  await page.locator('summary', { hasText: 'Deposit facility' }).click();
  await expect(page.locator('mark', { hasText: '2.00%' }).first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^receipt-.*\.json$/);
  await expectAccessibleAtOneWidth(page, 'receipt');
  const changed = await open(
    'changed.html',
    text.replace('The deposit rate is 2.00%.","', 'The deposit rate is 3.00%.","'),
  );
  await expect(changed.getByRole('status')).toContainText('This receipt was changed.');
  await context.close();
  await rm(folder, { recursive: true });
}

for (const width of [1280, 390]) {
  test(`research is planned, stopped, continued and verified at ${width}`, async ({ browser, page, web, product }) => {
    const pageErrors = collectPageErrors(page, product);
    await page.setViewportSize({ width, height: 900 });
    await signUp(page, product);
    const release = holdLending(web.site);
    await composer(page).fill(request);
    await page.getByRole('button', { name: 'Research', exact: true }).click();

    const card = page.getByRole('region', { name: 'Research' });
    const plan = card.getByRole('textbox', { name: /^Plan/ });
    await expect(plan).toHaveValue([deposit, lending, markets].join('\n'));
    await expect(composer(page)).toHaveValue('');
    await expectAccessibleAtOneWidth(page, 'a research plan');
    await plan.fill([deposit, lending].join('\n'));
    await card.getByRole('spinbutton', { name: 'Pages' }).fill('8');
    await card.getByRole('button', { name: 'Start Research' }).click();

    await expect(card.getByRole('listitem').filter({ hasText: deposit }).getByLabel('Answered')).toBeVisible();
    await expect(card.getByText('1 of 8 pages')).toBeVisible();
    await page.reload();
    await expect(card.getByRole('listitem')).toHaveCount(2);
    await expect(card.getByText('Reading the web...')).toBeVisible();
    await card.getByRole('button', { name: 'Stop' }).click();
    await expect(card.getByText('Stopped. Its notes are kept.')).toBeVisible();
    await expectAccessibleAtOneWidth(page, 'a stopped research');
    release();
    await card.getByRole('button', { name: 'Continue' }).click();

    await expect(answer(page).getByRole('heading', { name: 'What we could not confirm' })).toBeVisible();
    await expect(card).toBeHidden();
    for (const verdict of [/Deposit facility. Verified quote/, /Marginal lending. Verified quote/])
      await expect(answer(page).getByRole('button', { name: verdict }).first()).toBeVisible();
    const asked = web.model.requests.map(({ body }) =>
      questionIn(body.messages as { role: string; content: string }[]),
    );
    expect(asked).not.toContain(markets);
    await expectAccessibleAtOneWidth(page, 'a research report');

    const downloading = page.waitForEvent('download');
    await answer(page).getByRole('button', { name: 'Receipt' }).click();
    const receipt = await (await downloading).path();
    const verifier = path.resolve('public/receipts/verify.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [verifier, receipt]);
    expect(stdout).toContain('Receipt verified');
    expect(stdout).toContain('Citations, quote: 2');
    await expectVerifiedPage(browser, receipt, width);

    await answer(page).getByRole('button', { name: 'Repeat', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Repeat this research' });
    await dialog.getByLabel('Day of the week').selectOption('Tuesday');
    await dialog.getByLabel('Time', { exact: true }).fill('07:30');
    await expectAccessibleAtOneWidth(page, 'repeating a research run');
    await dialog.getByRole('button', { name: 'Repeat Research' }).click();
    await expect(dialog).toBeHidden();
    await answer(page).getByRole('button', { name: 'What changed' }).click();
    const changes = page.getByRole('dialog', { name: 'What changed since the last report' });
    await expect(changes.getByText('This is the first report.')).toBeVisible();
    await changes.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${product.url}/settings`);
    const schedule = page.getByRole('listitem').filter({ hasText: 'Every Tuesday at 07:30' });
    await schedule.getByRole('button', { name: /^Pause/ }).click();
    await expect(schedule.getByText('Paused')).toBeVisible();
    await schedule.getByRole('button', { name: /^Edit/ }).click();
    await page.getByLabel('How often').selectOption('Every month');
    await page.getByLabel('Day of the month').selectOption('31');
    await page.getByRole('button', { name: 'Save Schedule' }).click();
    const monthly = page.getByRole('listitem').filter({ hasText: 'On day 31 of each month at 07:30' });
    await monthly.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(monthly).toHaveCount(0);
    await expectAccessibleAtOneWidth(page, 'scheduled research');
    expect(pageErrors).toEqual([]);
  });
}
