import { startModelServer } from '~/server/testing/fakes/model-server';
import { expectAccessible } from './accessibility';
import { answer, ask, composer, messages, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp, startServer, test } from './fixtures';

const admin = { email: 'grace@example.com', password: 'correct horse' };
const token = 'open sesame';

test('a budget warns at 80%, and rejects messages when it is used up', async ({ page, browser }) => {
  const usage = { inputTokens: 850_000, outputTokens: 0 };
  const model = await startModelServer({ script: { text: 'Rates will fall.', usage } });
  const server = await startServer({
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'house-1',
    SETUP_ADMIN_EMAIL: admin.email,
    SETUP_TOKEN: token,
  });
  const pageErrors = collectPageErrors(page, server);
  try {
    const office = (await browser.newContext()).request;
    const api = async (method: 'post' | 'put', path: string, data: object) => {
      const response = await office[method](`${server.url}/api${path}`, { data });
      expect(response.ok(), await response.text()).toBe(true);
    };
    await api('post', '/register', admin);
    await api('post', '/admin/setup-production', { seedPositions: false, token });
    await api('put', '/admin/models/house-1', { inputPrice: '1', outputPrice: '1' });
    await api('put', '/admin/budgets', { installationUsd: null, userUsd: '1' });

    await signUp(page, server);
    await expect(composer(page)).toBeVisible();
    await expect(page.getByText('AI budget')).toHaveCount(0);
    await ask(page, 'Will rates fall?');
    await expect(answer(page)).toContainText('Rates will fall.');
    await waitForAnswer(page);
    await page.reload();
    await expect(
      page.getByText(/^You've used over 80% of your AI budget\. It renews on 01 \w{3} \d{4}\.$/),
    ).toBeVisible();

    await ask(page, 'And oil?');
    await expect(messages(page)).toHaveCount(4);
    await expect(answer(page)).toContainText('Rates will fall.');
    await waitForAnswer(page);
    await composer(page).fill('And gold?');
    await composer(page).press('Enter');
    const refusal =
      /^Not sent\. Your AI budget of \$1\.00 for this month is used up\. It renews on 01 \w{3} \d{4} \(UTC\)\.$/;
    await expect(page.getByText(refusal)).toBeVisible();
    await expect(page.getByText(/^Your AI budget is used up\. It renews on 01 \w{3} \d{4}\.$/)).toBeVisible();
    await expect(composer(page)).toHaveValue('And gold?');
    expect(model.requests).toHaveLength(2);
    await expectAccessible(page, 'budget used up');
    if (process.env.LOOKS_FOLDER) await page.screenshot({ path: `${process.env.LOOKS_FOLDER}/budget used.png` });

    await page.reload();
    await expect(messages(page)).toHaveCount(4);
    await expect(composer(page)).toHaveValue('And gold?');
  } finally {
    await server.dispose();
    await model.close();
  }
  expect(pageErrors).toEqual([]);
});
