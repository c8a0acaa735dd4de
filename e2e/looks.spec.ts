import { expectAccessible } from './accessibility';
import { ask, composer, waitForAnswer } from './chat';
import { signUp, test } from './fixtures';

test('every screen is accessible', async ({ guardedPage: page, server }) => {
  await page.goto(server.url);
  await page.getByRole('main').waitFor();
  await expectAccessible(page, 'landing');
  await page.goto(`${server.url}/auth`);
  await page.getByLabel('Email').waitFor();
  await expectAccessible(page, 'sign in');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expectAccessible(page, 'sign up');
  await page.goto(`${server.url}/nowhere`);
  await page.getByText('Page Not Found').waitFor();
  await expectAccessible(page, 'not found');
  await signUp(page, server);
  await composer(page).waitFor();
  await expectAccessible(page, 'chat, empty');
  await ask(page, 'What can you do?');
  await waitForAnswer(page);
  await expectAccessible(page, 'chat, answered');
  await page.goto(`${server.url}/knowledge`);
  await page.getByText('Access Denied').waitFor();
  await expectAccessible(page, 'access denied');
});
