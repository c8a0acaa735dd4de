/**
 * React comes when somebody is about to use an island: the pointer over it, a finger, the keyboard. Until then the page
 * is complete without it. A press that comes before React is there is kept and done again.
 */
const islandSelector = '[data-island]';

let waking: Promise<void> | undefined;
let isAwake = false;

export function wakeIslands(): Promise<void> {
  waking ??= import('./wake')
    .then(({ wakeAll }) => wakeAll(document.querySelectorAll<HTMLElement>(islandSelector)))
    .then(() => {
      isAwake = true;
    });
  waking.catch(() => {
    // Not there just now; the next touch tries again.
    waking = undefined;
  });
  return waking;
}

export function wakeOnIntent(): void {
  const isIsland = (target: EventTarget | null) => target instanceof Element && target.closest(islandSelector) !== null;
  for (const type of ['pointerover', 'pointerdown', 'focusin'] as const) {
    addEventListener(type, ({ target }) => void (isIsland(target) && !isAwake && wakeIslands().catch(() => {})), {
      passive: true,
    });
  }
  document.addEventListener('click', keep, { capture: true });
  document.addEventListener('submit', keep, { capture: true });
}

/** Links, and openers of the browser's own popovers, do without React. */
const doesAlone = (element: Element) => element.closest('a[href], [popovertarget], input, label') !== null;

function keep(event: Event): void {
  const { target } = event;
  if (isAwake || !(target instanceof Element) || !target.closest(islandSelector)) return;
  if (event.type === 'click' && (doesAlone(target) || isSubmit(target))) return;
  event.preventDefault();
  event.stopPropagation();
  wakeIslands().then(
    () => {
      if (target instanceof HTMLFormElement) target.requestSubmit((event as SubmitEvent).submitter);
      else target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    },
    () => {},
  );
}

/** Its form says so itself, a moment later. */
const isSubmit = (element: Element) => element.closest('[type=submit]') !== null;
