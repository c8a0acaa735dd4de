import { expectAccessible } from './accessibility';
import { addPosition, baba, expect, openTable, tesla, test, waitForPrices } from './installation';

test('a member sees the news since the last visit, and unfollows a position', async ({
  installation,
  admin,
  member,
}) => {
  await addPosition(admin, installation, tesla);
  await waitForPrices(admin, installation);
  const seen = member.waitForResponse((response) => response.url().includes('follows.look'));
  await member.goto(`${installation.url}/qinvest`);
  await seen;
  await expect(member.getByRole('region', { name: 'Since your last visit' })).toHaveCount(0);

  await addPosition(admin, installation, baba);
  const panel = member.getByRole('region', { name: 'Since your last visit' });
  await expect(panel).toContainText('1 new');
  await panel.getByRole('button', { name: 'Show news' }).click();
  await expect(panel.getByRole('link', { name: 'Alibaba (BABA)' })).toBeVisible();
  await expectAccessible(member, 'news of followed positions');

  // Both in one request, because news that arrives after the portfolio would push it down.
  const both = member.waitForResponse((response) => /positions\.list.*follows\.news/.test(response.url()));
  await member.reload();
  await both;
  await expect(panel).toContainText('1 new');
  await panel.getByRole('button', { name: 'Dismiss news' }).click();
  await expect(panel).toHaveCount(0);

  const toggle = openTable(member).getByRole('button', { name: 'Follow Alibaba' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await openTable(member).getByRole('link', { name: 'Alibaba' }).click();
  const button = member.getByRole('button', { name: 'Follow Alibaba' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expect(button).toHaveText('Following');
});
