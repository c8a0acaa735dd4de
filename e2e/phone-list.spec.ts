/** The portfolio on a touch phone, where buttons are larger. */
import { founder, signInAs } from './admin';
import { addPosition, expect, tesla, test, waitForPrices } from './installation';

const count = 24;
/** Maximum height of all rows in pixels, with two lines each. */
const highest = 2_000;

test('24 positions fit into 2,000 pixels on a touch phone', async ({ installation, admin, browser }) => {
  for (let number = 1; number <= count; number++)
    await addPosition(admin, installation, { ...tesla, name: `Company number ${number} of Europe` });
  await waitForPrices(admin, installation);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await phone.newPage();
  try {
    await signInAs(page, installation, founder);
    await page.goto(`${installation.url}/qinvest`);
    const list = page.getByRole('list', { name: 'Open Positions' });
    await expect(list.getByText(`Company number ${count} of Europe`)).toBeVisible();
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    await expect(list.getByRole('listitem')).toHaveCount(count);
    expect((await list.boundingBox())?.height).toBeLessThan(highest);
  } finally {
    await phone.close();
  }
});
