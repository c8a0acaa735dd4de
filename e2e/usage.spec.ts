import { expectAccessible } from './accessibility';
import { founder, signInAs, startServerWithAdmin, withDatabase } from './admin';
import { expect, type RunningServer, test } from './fixtures';

let installation: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  installation = await startServerWithAdmin(browser);
  await withDatabase(installation, (database) =>
    database.exec(`
      INSERT INTO usage_days (day, user_id, model, model_name, requests, input_tokens, output_tokens, cost)
      SELECT (now() AT TIME ZONE 'UTC')::date - n, u.id, m.id, m.name, 3 + n % 7, 9000 + 700 * (n % 5), 2100 + 90 * n,
             0.35 + 0.1 * (n % 6)
      FROM generate_series(0, 27) n, users u, (VALUES ('grok-4', 'Grok 4'), ('llama3.3', 'Llama 3.3')) AS m(id, name);
      WITH chat AS (
        INSERT INTO conversations (user_id, title) SELECT id, 'Rates' FROM users LIMIT 1 RETURNING id, user_id
      ), answer AS (
        INSERT INTO messages (conversation_id, role, content, metadata)
        SELECT id, 'assistant', 'Rates fell.', jsonb_build_object('place', n) FROM chat, generate_series(1, 9) n
        RETURNING id, (metadata ->> 'place')::int AS n
      )
      INSERT INTO answer_feedback (message_id, user_id, rating, reasons, comment, model, model_name)
      SELECT answer.id, chat.user_id, CASE WHEN n > 3 THEN 'up' ELSE 'down' END,
             CASE n WHEN 1 THEN '{unsupported,length}' WHEN 2 THEN '{incorrect}' ELSE '{}' END::text[],
             CASE n WHEN 1 THEN 'It cites a page of 2019 for the rates of this year.' ELSE '' END,
             CASE WHEN n % 4 = 2 THEN 'llama3.3' ELSE 'grok-4' END, CASE WHEN n % 4 = 2 THEN 'llama3.3' ELSE 'grok-4' END
      FROM answer, chat`),
  );
});
test.afterAll(() => installation.dispose());

test('usage and budgets are shown and set', async ({ page }) => {
  await signInAs(page, installation, founder);
  await page.goto(`${installation.url}/settings?tab=usage`);
  await page.getByLabel('Period').selectOption('Last 30 days');
  await expect(page.getByRole('slider', { name: 'Cost per day in USD' })).toBeVisible();
  await expect(page.getByText('Llama 3.3')).toBeVisible();
  await expectAccessible(page, 'own usage');
  await page.goto(`${installation.url}/settings?tab=admin&section=usage`);
  await page.getByLabel('Period').selectOption('Last 30 days');
  await page.getByLabel('Model', { exact: true }).selectOption('Llama 3.3');
  await page.getByLabel('User', { exact: true }).selectOption(founder);
  const byModel = page.getByRole('table', { name: 'Models' });
  await expect(byModel.getByText('Grok 4')).toHaveCount(0);
  await expect(byModel.getByText('Llama 3.3')).toBeVisible();
  await page.getByRole('tab', { name: 'Users' }).click();
  await expect(page.getByText(founder).last()).toBeVisible();
  await expect(page.getByText('Not supported by its sources (1), Too long or too short (1)')).toBeVisible();
  await expect(page.getByText('It cites a page of 2019 for the rates of this year.')).toBeVisible();
  await page.getByLabel('Each user').fill('1.234');
  await page.getByRole('button', { name: 'Save Budgets' }).click();
  await expect(page.getByText('Enter an amount in USD')).toBeVisible();
  await expectAccessible(page, 'admin usage');
  await page.getByLabel('Each user').fill('25');
  await page.getByRole('button', { name: 'Save Budgets' }).click();
  await expect(page.getByText('Budgets saved')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(founder);
  await page.getByLabel('Budget', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Set Budget' }).click();
  await expect(page.getByRole('button', { name: `Remove the budget for ${founder}` })).toBeVisible();
  await page.goto(`${installation.url}/settings?tab=usage`);
  await expect(page.getByText('of your $100.00 budget used this month')).toBeVisible();
  const file = await page.request.get(`${installation.url}/api/admin/usage/export`);
  expect(await file.text()).toContain(`${founder},grok-4,Grok 4`);
  await page.goto(`${installation.url}/settings?tab=admin&section=usage`);
  await page.getByRole('button', { name: `Remove the budget for ${founder}` }).click();
  await expect(page.getByText('No individual budgets')).toBeVisible();
  await page.getByLabel('Each user').fill('');
  await page.getByRole('button', { name: 'Save Budgets' }).click();
  await expect(page.getByText('Budgets saved')).toBeVisible();
});
