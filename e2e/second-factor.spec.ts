import { apiClient, signUpAt } from '~/server/testing/clients/api-client';
import { codeOf } from '~/server/testing/clients/authenticator';
import { expectAccessible } from './accessibility';
import { newEmail, password, registerIn, setupToken } from './admin';
import { expect, type RunningServer, signUp, startServer, test } from './fixtures';

let server: RunningServer & { dispose(): Promise<void> };
const administrator = newEmail('founder');
test.beforeAll(async () => {
  const settings = { SETUP_ADMIN_EMAIL: administrator, SETUP_TOKEN: setupToken };
  server = await startServer({ ...settings, REQUIRE_SECOND_FACTOR: 'administrators' });
});
test.afterAll(() => server.dispose());

test('a user sets up an authenticator app and signs in with its codes', async ({ page }) => {
  const ada = await signUp(page, server, '/settings?tab=password');
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Set up the authenticator app' }).click();
  await section.getByLabel('Your Password').fill(ada.password);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'second factor scan');
  const secret = ((await section.getByLabel('Setup key').textContent()) ?? '').replaceAll(' ', '');
  await section.getByLabel('Enter the code that the app shows.').fill(codeOf(secret));
  await section.getByRole('button', { name: 'Turn On' }).click();
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expectAccessible(page, 'second factor recovery codes');
  const [recoveryCode = ''] = await codes.allTextContents();
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('qinsight-recovery-codes.txt');
  await section.getByRole('button', { name: 'I Saved Them' }).click();
  await expect(section.getByText('10 codes left')).toBeVisible();
  await expectAccessible(page, 'second factor on');

  await page.context().clearCookies();
  await page.goto(`${server.url}/auth?redirect=/settings?tab=password`);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible();
  await expectAccessible(page, 'second factor code');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is not valid.').first()).toBeVisible();
  await page.reload();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(section.getByText('10 codes left')).toBeVisible();

  await section.getByRole('button', { name: 'Turn Off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the authenticator app?' });
  await dialog.getByLabel('Your Password').fill(ada.password);
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCode);
  await expectAccessible(page, 'second factor turn off');
  await dialog.getByRole('button', { name: 'Turn Off' }).click();
  await expect(section.getByText('Not set up')).toBeVisible();
});

test('an administrator must set up a second factor, and removes that of another user', async ({ page }) => {
  await registerIn(page.context(), server, administrator);
  const data = { seedPositions: false, token: setupToken };
  await page.context().request.post(`${server.url}/api/admin/setup-production`, { data });
  const member = await signUpAt(server.url);
  const { secondFactor } = apiClient(server.url, member.cookie);
  const { secret: theirs } = await secondFactor.begin.mutate({ password });
  await secondFactor.confirm.mutate({ code: codeOf(theirs) });

  await page.goto(`${server.url}/settings?tab=admin`);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await expectAccessible(page, 'second factor required');
  await page.getByLabel('Your Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'second factor required scan');
  const secret = ((await page.getByLabel('Setup key').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Enter the code that the app shows.').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I Saved Them' }).click();

  await page.getByLabel('Search by email or name').fill(member.email);
  const remove = page.getByRole('button', { name: `Remove the second factor of ${member.email}` });
  await expect(remove).toBeVisible();
  await expectAccessible(page, 'second factor of users');
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Remove Second Factor' });
  await dialog.getByLabel('Your Password').fill(password);
  await expectAccessible(page, 'second factor remove');
  await dialog.getByRole('button', { name: 'Remove Second Factor' }).click();
  await expect(page.getByText(`The second factor of ${member.email} has been removed.`)).toBeVisible();
  await expect(remove).toHaveCount(0);
});

test('a user adds a passkey, signs in with it and confirms with it', async ({ page }) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const ada = await signUp(page, server, '/settings?tab=password');
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Add a Passkey' }).click();
  await section.getByLabel('Name').fill('Laptop');
  await section.getByLabel('Your Password').fill(ada.password);
  await expectAccessible(page, 'passkey add');
  await section.getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await section.getByRole('button', { name: 'I Saved Them' }).click();
  await expect(section.getByText('never used')).toBeVisible();
  await section.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(section.getByText('Work laptop')).toBeVisible();
  await expectAccessible(page, 'passkey list');

  await page.context().clearCookies();
  await page.goto(`${server.url}/auth?redirect=/settings?tab=password`);
  await expect(page.getByRole('button', { name: 'Continue with a Passkey' })).toBeVisible();
  await expectAccessible(page, 'passkey sign in');
  await page.getByRole('button', { name: 'Continue with a Passkey' }).click();
  await expect(section.getByText('last used')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${server.url}/auth?redirect=/settings?tab=password`);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Use a Passkey' })).toBeVisible();
  await expectAccessible(page, 'passkey second');
  await page.getByRole('button', { name: 'Use a Passkey' }).click();

  await section.getByRole('button', { name: 'Remove Work laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Work laptop?' });
  await expectAccessible(page, 'passkey remove');
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(dialog.getByText('Confirmed. You can continue for 10 minutes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByText('Work laptop')).toHaveCount(0);
});
