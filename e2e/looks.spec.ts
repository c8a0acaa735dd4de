import { accessibilityFaults } from './accessibility';
import { ask, composer, untilOver } from './chat';
import { expect, signUp, storiesOfOneFile } from './fixtures';

const test = storiesOfOneFile();

const widths = [1280, 390];
const themes = ['dark', 'light'] as const;

for (const width of widths) {
  for (const theme of themes) {
    test.describe(`${theme}, ${width} wide`, () => {
      test.use({ viewport: { width, height: 844 } });

      test('every screen is accessible', async ({ careful: page, server }) => {
        const look = async (name: string) => {
          await page.evaluate((chosen) => document.documentElement.classList.toggle('dark', chosen === 'dark'), theme);
          await page.evaluate(
            (chosen) => document.documentElement.classList.toggle('light', chosen === 'light'),
            theme,
          );
          expect(await accessibilityFaults(page), name).toEqual([]);
        };
        await page.goto(server.url);
        await page.getByRole('main').waitFor();
        await look('landing');
        await page.goto(`${server.url}/auth`);
        await page.getByLabel('Email').waitFor();
        await look('sign in');
        await page.getByRole('tab', { name: 'Sign Up' }).click();
        await look('sign up');
        await page.goto(`${server.url}/nowhere`);
        await page.getByText('Page Not Found').waitFor();
        await look('not found');
        await signUp(page, server);
        await composer(page).waitFor();
        await look('chat, empty');
        await ask(page, 'What can you do?');
        await untilOver(page);
        await look('chat, answered');
        await page.goto(`${server.url}/knowledge`);
        await page.getByText('Access Denied').waitFor();
        await look('access denied');
      });
    });
  }
}
