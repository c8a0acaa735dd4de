// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { islandWords } from '~/client/words/island';

/** Both modules keep state, so each test imports fresh copies. That is not possible in the client test project. */
beforeEach(() => {
  vi.resetModules();
  for (const link of document.head.querySelectorAll('link')) link.remove();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
  for (const element of document.head.querySelectorAll('link, meta[name=app-files]')) element.remove();
});

/** Removes listeners that the test added, because the page is shared between tests. */
function catchListeners() {
  const added: [EventTarget, string, EventListenerOrEventListenerObject, unknown][] = [];
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
      added.push([target, type, listener as EventListener, options]);
      add(type, listener as EventListener, options);
    });
  }
  return () => {
    for (const [target, type, listener, options] of added)
      target.removeEventListener(type, listener, options as AddEventListenerOptions);
  };
}

describe('the files of the application', () => {
  const links = () =>
    [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
  let removeListeners = () => {};
  beforeEach(() => {
    const meta = Object.assign(document.createElement('meta'), { name: 'app-files', content: '/app.js /app.css' });
    document.head.append(meta);
    removeListeners = catchListeners();
    document.body.innerHTML =
      '<a href="/qchat"><b>Chat</b></a><a href="/terms">Terms</a><a href="https://other.example/qchat">Other</a>';
  });
  afterEach(() => removeListeners());

  const over = (selector: string) =>
    document.querySelector(selector)?.dispatchEvent(new Event('pointerover', { bubbles: true }));

  it('are prefetched once, when a link to one of its pages is pointed at', async () => {
    const { prefetchOnIntent } = await import('./prefetch-app');
    prefetchOnIntent((path) => path === '/qchat');
    over('b');
    over('b');
    expect(links()).toEqual(['modulepreload /app.js', 'prefetch /app.css']);
  });

  it.each(['[href="/terms"]', '[href^=https]', 'body'])('are not prefetched for %s', async (selector) => {
    const { prefetchOnIntent } = await import('./prefetch-app');
    prefetchOnIntent((path) => path === '/qchat');
    over(selector);
    expect(links()).toEqual([]);
  });
});

describe('an island', () => {
  const hydrateAll = vi.fn();
  const pressed = vi.fn();
  const submitted = vi.fn();
  let removeListeners = () => {};
  beforeEach(async () => {
    for (const mock of [hydrateAll, pressed, submitted]) mock.mockReset();
    vi.doMock('./hydrate', () => ({ hydrateAll }));
    document.body.innerHTML =
      '<div data-island="bar"><button id="menu">Menu</button><a href="#x">Link</a>' +
      '<form><input name="email" /><button id="join" type="submit">Join</button></form></div><button id="else">Else</button>';
    removeListeners = catchListeners();
    const { hydrateOnIntent } = await import('./hydrate-on-intent');
    hydrateOnIntent();
    // React would add this listener during hydration; until then, presses must not reach it.
    document.getElementById('menu')?.addEventListener('click', pressed);
    document.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted();
    });
  });
  afterEach(() => {
    removeListeners();
    vi.doUnmock('./hydrate');
  });
  const on = (id: string, type: string) =>
    document.getElementById(id)?.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));

  it.each(['pointerover', 'pointerdown', 'focusin'])('is hydrated on %s', async (type) => {
    on('else', type);
    expect(hydrateAll).not.toHaveBeenCalled();
    on('menu', type);
    await waitFor(() => expect(hydrateAll).toHaveBeenCalledOnce());
  });

  it('replays a press that came before hydration', async () => {
    let finishHydration = () => {};
    hydrateAll.mockReturnValue(new Promise<void>((resolve) => (finishHydration = resolve)));
    document.getElementById('menu')?.click();
    await waitFor(() => expect(hydrateAll).toHaveBeenCalledOnce());
    expect(pressed).not.toHaveBeenCalled();
    finishHydration();
    await waitFor(() => expect(pressed).toHaveBeenCalledOnce());
    document.getElementById('menu')?.click();
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it('resubmits a form that was submitted before hydration', async () => {
    let finishHydration = () => {};
    hydrateAll.mockReturnValue(new Promise<void>((resolve) => (finishHydration = resolve)));
    on('join', 'focusin');
    document.querySelector('form')?.requestSubmit();
    await waitFor(() => expect(hydrateAll).toHaveBeenCalledOnce());
    expect(submitted).not.toHaveBeenCalled();
    finishHydration();
    await waitFor(() => expect(submitted).toHaveBeenCalledOnce());
  });

  it.each(['menu', 'join'])(
    'shows that its code failed to load after %s was pressed, until it is loaded',
    async (id) => {
      hydrateAll.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
      const alerts = () => [...document.querySelectorAll('[data-island] [role=alert]')];
      document.getElementById(id)?.click();
      await waitFor(() => expect(alerts().map(({ textContent }) => textContent)).toEqual([islandWords.notLoaded]));
      const [first] = alerts();
      document.getElementById(id)?.click();
      await waitFor(() => {
        expect(alerts()).toHaveLength(1);
        expect(alerts()[0]).not.toBe(first);
      });
      let shownAtHydration: number | undefined;
      hydrateAll.mockImplementation(() => {
        shownAtHydration = alerts().length;
        return Promise.resolve();
      });
      document.getElementById(id)?.click();
      const isDone = id === 'menu' ? pressed : submitted;
      await waitFor(() => expect(isDone).toHaveBeenCalledOnce());
      expect(shownAtHydration).toBe(0);
      expect(alerts()).toEqual([]);
    },
  );

  it('retries after its code failed to load', async () => {
    hydrateAll.mockRejectedValueOnce(new Error('offline'));
    on('menu', 'pointerover');
    await waitFor(() => expect(hydrateAll).toHaveBeenCalledOnce());
    await waitFor(() => {
      on('menu', 'pointerover');
      expect(hydrateAll.mock.calls.length).toBeGreaterThan(1);
    });
  });
});
