import { expectAccessibleAtOneWidth, expectToFitWithLargeText } from './accessibility';
import { waitForAnswer } from './chat';
import { attachByDialog, report, send } from './files';
import { addPosition, expect, openTable, tesla, test, waitForPrices } from './installation';

test('an administrator writes a thesis, members read it, and it cannot be changed', async ({
  installation,
  admin,
  member,
}) => {
  await addPosition(admin, installation, tesla);
  await admin.goto(`${installation.url}/qchat`);
  await attachByDialog(admin, [report]);
  await send(admin, 'What does the report say about margins?');
  await waitForAnswer(admin);
  // Sources are checked after the answer.
  await expect
    .poll(
      async () => (await (await admin.request.get(`${installation.url}/api/positions/evidence-sources`)).json()).length,
    )
    .toBeGreaterThan(0);
  await waitForPrices(admin, installation);
  await admin.goto(`${installation.url}/qinvest`);
  // Wait for both: they load after the table, and the chart can move it.
  await expect(admin.getByRole('slider').first()).toBeVisible();
  await expect(openTable(admin).getByRole('button', { name: 'Follow Tesla' })).toBeVisible();
  await openTable(admin).getByRole('link', { name: 'Tesla' }).click();
  await expect(admin.getByRole('heading', { name: 'Tesla', level: 1 })).toBeVisible();
  await expect(admin.getByRole('slider', { name: 'TSLA vs. SPY since entry, daily' })).toBeVisible();
  await expect(admin.getByText('No thesis yet')).toBeVisible();

  await admin.getByRole('button', { name: 'Write Thesis' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Write Thesis' });
  await dialog.getByRole('textbox', { name: 'Thesis' }).fill('Storage grows faster than cars.');
  await dialog.getByLabel('Wrong if').fill('Storage shrinks for two quarters.');
  await dialog.getByLabel('Target').fill('a lot');
  await dialog.getByRole('button', { name: 'Save Thesis' }).click();
  await expect(dialog.getByText('Target must be a valid decimal')).toBeVisible();
  await dialog.getByLabel('Target').fill('300');
  await dialog.getByLabel('Conviction').selectOption('high');
  await dialog.getByRole('button', { name: 'Add Evidence' }).click();
  const picker = admin.getByRole('dialog', { name: 'Choose a source' });
  await expect(picker.getByRole('listitem').first()).toBeVisible();
  for (const width of [390, 1280]) {
    await admin.setViewportSize({ width, height: 844 });
    await expectAccessibleAtOneWidth(admin, 'choosing evidence');
  }
  await picker.getByRole('button', { name: /^Use / }).first().click();
  const statement = dialog.getByRole('textbox', { name: /^What .* shows$/ });
  await expect(statement).toBeFocused();
  await statement.fill('Margins move as the thesis expects.');
  await expectAccessibleAtOneWidth(admin, 'a thesis with evidence');
  await dialog.getByRole('button', { name: 'Save Thesis' }).click();
  await expect(admin.getByText('Thesis saved')).toBeVisible();
  await expect(admin.getByText('Storage grows faster than cars.')).toBeVisible();
  await admin.getByRole('button', { name: 'Edit Thesis' }).click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Thesis' }).fill('Only cars count.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save Thesis' }).click();
  await expect(admin.getByText('Only cars count.')).toBeVisible();
  await admin.locator('summary', { hasText: 'Earlier versions' }).click();
  await expect(admin.getByText('Storage grows faster than cars.')).toBeVisible();

  await admin.getByRole('button', { name: 'Add Note' }).click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Margins **fell**.\n\n- Prices\n- Wages');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save Note' }).click();
  await expect(admin.locator('strong', { hasText: 'fell' })).toBeVisible();
  await admin.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Margins **rose** again.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save Note' }).click();
  await expect(admin.getByRole('article').getByText(/edited/)).toBeVisible();
  for (const width of [1280, 390]) {
    await admin.setViewportSize({ width, height: 844 });
    await expectAccessibleAtOneWidth(admin, 'a position with notes');
  }
  await expectToFitWithLargeText(admin);
  await member.goto(admin.url());
  await expect(member.locator('strong', { hasText: 'rose' })).toBeVisible();
  await expect(member.getByRole('article').getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(member.getByText('Only cars count.')).toBeVisible();
  await expect(member.getByText('Margins move as the thesis expects.').first()).toBeVisible();
  await expect(member.getByText('Verified quote').first()).toBeVisible();
  await expect(member.getByRole('link', { name: 'Open your conversation' })).toHaveCount(0);
  await expect(member.getByRole('button', { name: 'Edit Thesis' })).toHaveCount(0);
  await member.getByRole('button', { name: '1 month' }).click();
  await member.getByRole('link', { name: 'Ask qChat About This Position' }).click();
  await expect(member.getByRole('textbox').first()).toHaveValue(
    /Tesla \(TSLA\)[\s\S]*Entry price: \$180\.25[\s\S]*Only cars count\./,
  );

  await member.goto(`${installation.url}/qinvest/position?id=00000000-0000-4000-8000-000000000000`);
  await expect(member.getByText('Position not found')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
