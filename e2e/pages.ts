/**
 * Reuses pages between stories. Opening a page in a new context costs more than twice as much as reloading one, because
 * a new process has to compile all code again. So the stories of a worker share pages. In between, cookies, storage,
 * permissions, listeners and routes are cleared. If a story failed or did something permanent, its page is closed.
 */
import {
  type Browser,
  type BrowserContext,
  test as base,
  type Page,
  type PlaywrightTestOptions,
} from '@playwright/test';

/** Methods whose effects on a page or context can't be undone. */
const permanent = {
  page: [
    'addInitScript',
    'addLocatorHandler',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setExtraHTTPHeaders',
  ],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
} as const;

const pageEvents = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'websocket',
];
const requestEvents = ['request', 'requestfailed', 'requestfinished', 'response'];

/** A small file of every server. It runs no scripts, and has the headers of pages, so that the process is reused. */
const emptyPage = '/robots.txt';

/** Idle pages use memory. */
const maxIdle = 4;

/** The options of a page that can be changed between stories. */
type Appearance = Partial<Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>>;

interface PooledPage {
  page: Page;
  key: string;
}

/** Runs in the page. Fails if a database is still in use; the page is then closed. */
async function emptyStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = request.onblocked = () => reject(new Error(`${name} is still in use`));
    });
  }
}

export class Pages {
  readonly #idle: PooledPage[] = [];
  /** Contexts that must not be reused. */
  readonly #used = new WeakSet<BrowserContext>();

  constructor(private readonly browser: Browser) {}

  /** Returns a clean page. The key contains the options that are fixed when a context is created. */
  async open(key: string, appearance: Appearance): Promise<PooledPage> {
    const at = this.#idle.findLastIndex((kept) => kept.key === key);
    const [kept] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (kept) {
      const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = appearance;
      if (viewport) await kept.page.setViewportSize(viewport);
      await kept.page.emulateMedia({ media: null, forcedColors: 'none', colorScheme, reducedMotion });
      return kept;
    }
    const context = await this.browser.newContext();
    const page = await context.newPage();
    this.#watch(page);
    return { page, key };
  }

  #watch(page: Page): void {
    const context = page.context();
    const note = <T extends object>(target: T, name: keyof T) => {
      const original = target[name] as (...values: unknown[]) => unknown;
      const noted = (...values: unknown[]) => {
        this.#used.add(context);
        return original.apply(target, values);
      };
      Object.assign(target, { [name]: noted });
    };
    for (const name of permanent.page) note(page, name);
    for (const name of permanent.context) note(context, name);
    note(page.clock, 'install');
  }

  async release(kept: PooledPage): Promise<void> {
    const isEmpty = await this.#empty(kept.page).catch(() => false);
    if (isEmpty) this.#idle.push(kept);
    else await kept.page.context().close();
    if (this.#idle.length > maxIdle) await this.#idle.shift()?.page.context().close();
  }

  async #empty(page: Page): Promise<boolean> {
    const context = page.context();
    if (page.isClosed() || this.#used.has(context) || !/^https?:/.test(page.url())) return false;
    for (const event of [...pageEvents, ...requestEvents]) page.removeAllListeners(event as 'request');
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    // Data that the previous page writes while it closes is deleted as well.
    const response = await page.goto(new URL(emptyPage, page.url()).href);
    if (!response?.ok() || !response.headers()['content-type']?.startsWith('text/plain')) return false;
    await page.evaluate(emptyStorage);
    await context.clearCookies();
    await context.clearPermissions();
    await page.mouse.move(0, 0);
    return true;
  }

  async close(): Promise<void> {
    for (const { page } of this.#idle) await page.context().close();
  }
}

interface Fixtures {
  /** Opens a page of another user in a separate context, until the story ends. */
  openPage: () => Promise<Page>;
}

export const test = base.extend<Fixtures, { pages: Pages }>({
  pages: [
    async ({ browser }, use) => {
      const pages = new Pages(browser);
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  openPage: async (
    { pages, viewport, colorScheme, reducedMotion, hasTouch, isMobile, javaScriptEnabled, locale, timezoneId },
    use,
    info,
  ) => {
    const settings = { hasTouch, isMobile, javaScriptEnabled, locale, timezoneId };
    const appearance = { viewport, colorScheme, reducedMotion };
    const opened: PooledPage[] = [];
    await use(async () => {
      const kept = await pages.open(JSON.stringify(settings), appearance);
      opened.push(kept);
      return kept.page;
    });
    for (const kept of opened.reverse()) {
      if (info.errors.length === 0) await pages.release(kept);
      else await kept.page.context().close();
    }
  },
  page: async ({ openPage }, use) => use(await openPage()),
  context: async ({ page }, use) => use(page.context()),
});
