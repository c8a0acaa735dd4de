import { look } from './accessibility';
import { ask, composer, untilOver } from './chat';
import { signUp, test } from './fixtures';

test('every screen is accessible', async ({ careful: page, server }) => {
  await page.goto(server.url);
  await page.getByRole('main').waitFor();
  await look(page, 'landing');
  await page.goto(`${server.url}/auth`);
  await page.getByLabel('Email').waitFor();
  await look(page, 'sign in');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await look(page, 'sign up');
  await page.goto(`${server.url}/nowhere`);
  await page.getByText('Page Not Found').waitFor();
  await look(page, 'not found');
  await signUp(page, server);
  await composer(page).waitFor();
  await look(page, 'chat, empty');
  await ask(page, 'What can you do?');
  await untilOver(page);
  await look(page, 'chat, answered');
  await page.goto(`${server.url}/knowledge`);
  await page.getByText('Access Denied').waitFor();
  await look(page, 'access denied');
});
