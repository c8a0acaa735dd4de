/** The public pages: their content and links, also without scripts, network or API. */
import type { Page } from '@playwright/test';
import { publicPaths } from '~/shared/pages';
import { expect, hold, signUp, test } from './fixtures';

const theme = (page: Page) => page.locator('html').getAttribute('class');
const mainButton = (page: Page) => page.locator('[data-main-button]');

test.describe('the landing page', () => {
  test('shows the offerings, prices and the limits of its claim', async ({ guardedPage: page, server }) => {
    await page.goto(server.url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const offering of ['qInvest', 'qChat', 'qReview', 'qStrategy', 'qBrain']) {
      await expect(page.getByRole('main').getByText(offering, { exact: true }).first()).toBeVisible();
    }
    for (const text of ['$30/mo', '+350% over 5 years', 'Trusted by industry leaders worldwide', 'Coming Soon']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText(/Hypothetical back-test.*Not investment advice/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'How our back-tests work' })).toHaveAttribute(
      'href',
      '/qinvest/back-test',
    );
    await expect(page.locator('html')).toHaveClass(/dark/);
    // The image consists of the product's own components, which are not interactive.
    const picture = page.locator('figure');
    await expect(picture.getByText('Live Search(1)')).toBeVisible();
    await expect(picture.getByText('+20.00%').first()).toBeVisible();
    expect(await picture.locator('[inert] button').count()).toBeGreaterThan(3);
    await expect(picture.getByRole('button')).toHaveCount(0);
  });

  test('leads signed-in users to the chat and visitors to sign-up', async ({ guardedPage: page, server }) => {
    const respond = await hold(page, '**/trpc/auth.user');
    await page.goto(server.url);
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
    respond();
    await page.getByRole('button', { name: 'Get Started - first month on us!' }).click();
    await expect(page).toHaveURL(`${server.url}/auth#sign-up`);
    await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
    await page.unrouteAll();
    await signUp(page, server, '/');
    await page.getByRole('button', { name: 'Open qChat' }).click();
    await expect(page).toHaveURL(/\/qchat/);
  });
});

test.describe('the bar', () => {
  test('links to all pages, and to settings and sign-out for signed-in users', async ({
    guardedPage: page,
    server,
  }) => {
    const { email } = await signUp(page, server, '/qreview');
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [name, path] of [
      ['qInvest', '/qinvest'],
      ['qChat', '/qchat'],
      ['qReview', '/qreview'],
      ['qStrategy', '/qstrategy'],
      ['qBrain', '/qbrain'],
      ['Investors', '/investors'],
    ] as const) {
      await expect(menu.getByRole('link', { name })).toHaveAttribute('href', path);
    }
    await expect(menu.getByRole('link', { name: 'qReview' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('banner').getByText(email)).toBeVisible();
    await page.getByRole('button', { name: 'Settings and account' }).click();
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await page.getByRole('button', { name: 'Settings and account' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  test('replays a press that came before React was loaded', async ({ guardedPage: page, server }) => {
    const release = await hold(page, '**/assets/hydrate-*.js');
    await page.goto(server.url);
    expect(await theme(page)).toBe('dark');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    release();
    await expect(page.locator('html')).toHaveClass('light');
    await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
    await page.goto(`${server.url}/qbrain`);
    expect(await theme(page)).toBe('light');
  });

  test('opens as a list on a phone', async ({ guardedPage: page, server }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Close menu' }).click({ position: { x: 200, y: 700 } });
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Investors' }).click();
    await expect(page).toHaveURL(`${server.url}/investors`);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  });
});

test.describe('the offerings', () => {
  test('have their texts, and a scheduling link that opens in a new tab', async ({ guardedPage: page, server }) => {
    for (const [path, texts] of [
      ['/qreview', ['$1900 for a game-changing survey', '20,000']],
      ['/qstrategy', ['Your own data']],
    ] as const) {
      await page.goto(server.url + path);
      for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
      // One below the headline and one at the end of the page.
      const calls = page.getByRole('link', { name: 'Schedule a Call (no cost)' });
      await expect(calls).toHaveCount(2);
      for (const call of await calls.all()) {
        await expect(call).toHaveAttribute('href', 'https://example.com/schedule-a-call');
        await expect(call).toHaveAttribute('target', '_blank');
        await expect(call).toHaveAttribute('rel', 'noopener noreferrer');
      }
    }
    await page.goto(`${server.url}/qreview`);
    await expect(page.getByText(/survey up to 20,000 potential customers/)).toBeVisible();
    await page.goto(`${server.url}/qbrain`);
    await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What it will do' })).toBeVisible();
  });

  test('and the legal pages are marked as not reviewed by a lawyer', async ({ guardedPage: page, server }) => {
    for (const [path, title] of [
      ['/terms', 'Terms of use'],
      ['/privacy', 'Privacy'],
      ['/disclaimer', 'Disclaimer'],
    ] as const) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('note')).toContainText('not reviewed by a lawyer');
    }
  });
});

test.describe('the waitlist', () => {
  test('accepts an email once, and shows the result', async ({ guardedPage: page, server }) => {
    await page.goto(`${server.url}/investors`);
    await expect(page.getByRole('heading', { level: 1, name: 'Invest in qInsight' })).toBeVisible();
    for (const text of [
      'The Future of AI-Powered Business Intelligence',
      'Deflationary Utility Token Launch',
      'Burn Mechanism',
      'Real Utility',
      'Deflationary Growth',
      'Token Launch Coming Soon',
    ]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/waitlist/signup')) sent.push(request.postDataJSON());
    });
    const release = await hold(page, '**/api/waitlist/signup');
    const email = page.getByLabel('Email');
    const join = page.getByRole('button', { name: 'Join Waitlist' });
    await email.fill('   ');
    await join.click();
    await email.fill('nobody');
    await join.click();
    await expect(page.getByText('Invalid email format')).toBeVisible();
    await expect(email).toBeFocused();
    expect(sent).toEqual([]);

    await email.fill('  Visitor@Example.COM ');
    await join.click();
    await expect(page.getByRole('button', { name: 'Joining...' })).toBeVisible();
    release();
    await expect(page.getByText("✓ Thank you! You're on the waitlist.", { exact: true })).toBeVisible();
    await expect(page.getByText('Success!', { exact: true })).toBeVisible();
    await expect(page.getByText("You've been added to the waitlist. We'll be in touch soon!")).toBeVisible();
    await expect(email).toHaveCount(0);
    expect(sent).toEqual([{ email: 'visitor@example.com' }]);

    await page.goto(`${server.url}/investors`);
    await email.fill('visitor@example.com');
    await email.press('Enter');
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await expect(page.getByText('This email is already on the waitlist.').first()).toBeVisible();
    await expect(email).toHaveValue('visitor@example.com');
  });

  test('keeps the email if the server is unreachable or fails', async ({ page, server }) => {
    await page.goto(`${server.url}/investors`);
    await page.route('**/api/waitlist/signup', (route) => route.abort());
    await page.getByLabel('Email').fill('visitor-2@example.com');
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(page.getByText("Can't reach the server. Try again in a moment.").first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('visitor-2@example.com');
    await page.unrouteAll();
    await page.route('**/api/waitlist/signup', (route) => route.fulfill({ status: 502, json: {} }));
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(page.getByText('Failed to join waitlist').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('visitor-2@example.com');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(page.getByText(/Thank you/)).toBeVisible();
  });
});

test('an unknown path returns a 404 page that shows it', async ({ guardedPage: page, server }) => {
  const response = await page.goto(`${server.url}/no/such/page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText("We couldn't find that page.")).toBeVisible();
  await expect(
    page.getByText(/No route matches \/no\/such\/page\. Did you forget to add it to the router\?/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('all internal links work', async ({ page, server }) => {
  const seen = new Map<string, number>();
  const waiting: string[] = [...publicPaths];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    const response = await page.request.get(server.url + path);
    seen.set(path, response.status());
    if (!(publicPaths as readonly string[]).includes(path)) continue;
    const hrefs = (await response.text()).matchAll(/(?:href|src)="(\/[^"#]*)/g);
    waiting.push(...[...hrefs].map(([, href = '/']) => href));
  }
  expect([...seen].filter(([, status]) => status !== 200)).toEqual([]);
  expect(seen.size).toBeGreaterThan(publicPaths.length + 10);
});

/** The data that crawlers find in the HTML without running scripts. */
async function headOf(page: Page, url: string) {
  const response = await page.request.get(url);
  return page.evaluate(
    (html) => {
      const document = new DOMParser().parseFromString(html, 'text/html');
      const meta = (name: string) =>
        document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? '';
      return {
        title: document.title,
        description: meta('description'),
        canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
        preview: { title: meta('og:title'), url: meta('og:url'), image: meta('og:image') },
        data: document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
      };
    },
    await response.text(),
  );
}

test('search engines and previews get a title and description for each page', async ({ page, server }) => {
  const names = new Set<string>();
  for (const path of publicPaths) {
    const { title, description, canonical, preview } = await headOf(page, server.url + path);
    expect(description.length, `${path}: ${description}`).toBeGreaterThan(40);
    names.add(title).add(description);
    expect(canonical).toBe(`${server.url}${path}`);
    expect([preview.title, preview.url]).toEqual([title, `${server.url}${path}`]);
    const card = await page.request.get(preview.image);
    expect(card.headers()['content-type']).toBe('image/png');
  }
  expect(names.size).toBe(publicPaths.length * 2);
  const data = JSON.parse((await headOf(page, server.url)).data);
  expect(data['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual([
    'Organization',
    'WebSite',
    'Service',
  ]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read and left', async ({ page, server }) => {
    for (const path of publicPaths) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();
      await expect(page.getByText('Loading...')).toBeHidden();
    }
    await page.goto(`${server.url}/investors`);
    // Text selectors don't find content of <noscript>.
    await expect(page.locator('noscript p')).toHaveText('Joining the waitlist needs JavaScript.');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'qBrain' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Get Started - first month on us!' }).click();
    await expect(page).toHaveURL(`${server.url}/auth#sign-up`);
  });
});

test('pages are usable if their scripts fail to load', async ({ page, server }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(server.url);
  await expect(page.getByText('Loading...')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Get Started - first month on us!' })).toHaveAttribute(
    'href',
    '/auth#sign-up',
  );
});

test('pages are readable and lead to sign-up if all requests fail', async ({ page, server }) => {
  const pageErrors: string[] = [];
  page.on('pageerror', ({ message }) => pageErrors.push(message));
  await page.route(/\/(trpc|api)\//, (route) => route.fulfill({ status: 500, body: 'broken' }));
  for (const path of publicPaths) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto(server.url);
  await expect(mainButton(page)).toBeEnabled();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await mainButton(page).click();
  await expect(page).toHaveURL(`${server.url}/auth#sign-up`);
  await page.goto(`${server.url}/investors`);
  await page.getByLabel('Email').fill('visitor-3@example.com');
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByText('broken').first()).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test('on a 2G network the text appears first, and soon', async ({ page, server }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const kilobits = (1000 / 8) * 250;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: kilobits,
    uploadThroughput: kilobits,
  });
  for (const path of ['/', '/qreview', '/investors']) {
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Get Started - first month on us!' })).toBeEnabled();
});

test('an outdated page asks for a reload', async ({ page, server }) => {
  await signUp(page, server, '/qinvest');
  await page.getByRole('button', { name: 'Settings and account' }).waitFor();
  // A deploy has removed the chunk of the next screen. The page reloads once, without success.
  await page.route('**/assets/settings-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('button', { name: 'Settings and account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
});
