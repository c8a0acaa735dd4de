import type { Page } from '@playwright/test';
import { researchAnswers } from '~/server/testing/fakes/research-model';
import type { SiteServer } from '~/server/testing/fakes/site-server';
import { expectAccessible } from './accessibility';
import { withDatabase } from './admin';
import { answer } from './chat';
import { collectPageErrors, expect, type RunningServer, signUp } from './fixtures';
import { webStories } from './web';

const deposit = 'What is the deposit rate?';
const outlook = 'What does the council expect?';
const before = {
  '/rates': [
    'The rate on the deposit facility of the ECB is 2.25%.',
    'The marginal lending facility is open on all working days of the Eurosystem.',
  ],
  '/outlook': ['The council meets every six weeks in Frankfurt.', 'The staff expects inflation of 2.1% in 2026.'],
};
const after = {
  '/rates': ['The ECB lowered the rate on its deposit facility to 2.00%.'],
  '/outlook': [
    'The council meets every six weeks in Frankfurt.',
    'The staff expects inflation of 1.9% in 2026.',
    'Growth of the euro area was 0.3% in the third quarter.',
  ],
};
type Pages = Record<keyof typeof before, string[]>;
const titles = { '/rates': 'Key interest rates', '/outlook': 'Economic bulletin' };
const paths = ['/rates', '/outlook'] as const;

/** The header makes the server reread a page that was read within the last minutes. */
function show(site: SiteServer, pages: Pages): void {
  for (const path of paths) {
    site.pages[path] = (_request, response) => {
      response.setHeader('content-type', 'text/html').setHeader('cache-control', 'no-store');
      const text = pages[path].map((line) => `<p>${line}</p>`).join('');
      response.end(`<title>${titles[path]}</title><article>${text}</article>`);
    };
  }
}

let shown: Pages = before;

/** A model that cites each sentence of the current version of both pages. */
const test = webStories(({ search, site }) => {
  show(site, before);
  search.serve(...paths.map((path) => ({ url: site.origin + path, title: titles[path], content: 'Rates' })));
  const cited = (path: keyof Pages) => shown[path].map((line) => `${line} [[1]](${site.origin}${path})`).join('\n\n');
  const script = researchAnswers({
    plan: [deposit, outlook],
    note(question) {
      const path = question === deposit ? '/rates' : '/outlook';
      return { url: site.origin + path, text: cited(path) };
    },
    review: 'The pages agree.',
    get report() {
      return `## Summary\n${paths.map(cited).join('\n\n')}`;
    },
  });
  return { script };
});

async function api<T>(page: Page, product: RunningServer, path: string, data?: object): Promise<T> {
  const url = `${product.url}/api${path}`;
  const response = await (data ? page.request.post(url, { data }) : page.request.get(url));
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

/** Runs the research to be scheduled, and returns its id. */
async function firstResearch(page: Page, product: RunningServer) {
  const budget = { minutes: 5, pages: 10, usd: null };
  const question = 'Where do the key rates stand?';
  const research = await api<{ id: string; conversationId: string }>(page, product, '/research', { question, budget });
  const state = async () => (await api<{ state: string }>(page, product, `/research/${research.id}`)).state;
  await expect.poll(state).toBe('planned');
  await api(page, product, `/research/${research.id}/run`, {});
  await expect.poll(state).toBe('done');
  const timing = { frequency: 'daily', time: '08:00', timeZone: 'UTC' };
  await api(page, product, '/research-schedules', { researchId: research.id, timing });
  return research;
}

test('scheduled research shows what changed, with both versions of each page', async ({ page, web, product }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  shown = before;
  await signUp(page, product);
  const { conversationId } = await firstResearch(page, product);
  await page.goto('about:blank');
  show(web.site, after);
  shown = after;
  await withDatabase(product, (database) =>
    database.exec(`UPDATE research_schedules SET next_at = now() - interval '1 minute';
      UPDATE jobs SET run_at = now() WHERE kind = 'research.schedule'`),
  );
  const pageErrors = collectPageErrors(page, product);
  await page.goto(`${product.url}/qchat?c=${conversationId}`);
  await expect(answer(page).getByText('The ECB lowered the rate')).toBeVisible();
  // Four citation numbers in the text, and two sources below it.
  await expect(answer(page).getByRole('button', { name: /Verified quote/ })).toHaveCount(6);

  await answer(page).getByRole('button', { name: 'What changed' }).click();
  const dialog = page.getByRole('dialog', { name: 'What changed since the last report' });
  const fact = (kind: string, text: string) =>
    dialog.getByRole('region', { name: kind, exact: true }).getByRole('listitem').filter({ hasText: text });
  const rate = fact('Changed', 'deposit facility');
  await expect(rate.locator('mark')).toHaveText(['2.25%', '2.00%']);
  await expect(fact('Changed', 'inflation').locator('mark')).toHaveText(['2.1%', '1.9%']);
  await expect(fact('New', 'Growth of the euro area')).toContainText('Not on the page');
  await expect(fact('Removed', 'marginal lending')).toContainText('Not on the page');
  await expect(dialog.getByRole('link')).toHaveCount(4);
  await expectAccessible(page, 'what changed');

  const pagesAsRead = rate.getByRole('group', { name: 'The page as it was read' });
  for (const summary of await rate.getByText('Show the page as it was read').all()) await summary.click();
  await expect(pagesAsRead.locator('mark')).toHaveText([before['/rates'][0] ?? '', after['/rates'][0] ?? '']);
  await expect(pagesAsRead.first()).toContainText('marginal lending');
  await expectAccessible(page, 'what changed, both pages');
  expect(pageErrors).toEqual([]);
});
