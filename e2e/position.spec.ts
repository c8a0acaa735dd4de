import { addPosition, expect, openTable, tesla, test, untilPriced } from './house';

test('an administrator writes a thesis, members read it, and nobody can rewrite it', async ({
  house,
  admin,
  member,
}) => {
  await addPosition(admin, house, tesla);
  await untilPriced(admin, house);
  await admin.goto(`${house.url}/qinvest`);
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
  await dialog.getByRole('button', { name: 'Save Thesis' }).click();
  await expect(admin.getByText('Thesis saved')).toBeVisible();
  await expect(admin.getByText('Storage grows faster than cars.')).toBeVisible();
  await admin.getByRole('button', { name: 'Edit Thesis' }).click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Thesis' }).fill('Only cars count.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save Thesis' }).click();
  await expect(admin.getByText('Only cars count.')).toBeVisible();
  await admin.locator('summary', { hasText: 'Earlier versions' }).click();
  await expect(admin.getByText('Storage grows faster than cars.')).toBeVisible();

  await member.goto(admin.url());
  await expect(member.getByText('Only cars count.')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Edit Thesis' })).toHaveCount(0);
  await member.getByRole('button', { name: '1 month' }).click();
  await member.getByRole('link', { name: 'Ask qChat About This Position' }).click();
  await expect(member.getByRole('textbox').first()).toHaveValue(
    /Tesla \(TSLA\)[\s\S]*Entry price: \$180\.25[\s\S]*Only cars count\./,
  );

  await member.goto(`${house.url}/qinvest/position?id=00000000-0000-4000-8000-000000000000`);
  await expect(member.getByText('Position not found')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
