import { islandWords as words } from '~/client/words/island';

/**
 * Loads React when a visitor is about to use an island, by pointer, touch or keyboard. Until then the page works
 * without it. A click or submit before hydration is stored and replayed.
 */
const islandSelector = '[data-island]';

let hydrating: Promise<void> | undefined;
let isHydrated = false;
/** Shown until the code has loaded after a failure. */
let failureNote: HTMLElement | undefined;

export function hydrateIslands(): Promise<void> {
  hydrating ??= import('./hydrate')
    .then(({ hydrateAll }) => {
      // React expects the prerendered content only.
      failureNote?.remove();
      return hydrateAll(document.querySelectorAll<HTMLElement>(islandSelector));
    })
    .then(() => {
      isHydrated = true;
    });
  hydrating.catch(() => {
    // Loading failed; the next interaction tries again.
    hydrating = undefined;
  });
  return hydrating;
}

export function hydrateOnIntent(): void {
  const isIsland = (target: EventTarget | null) => target instanceof Element && target.closest(islandSelector) !== null;
  for (const type of ['pointerover', 'pointerdown', 'focusin'] as const) {
    addEventListener(type, ({ target }) => void (isIsland(target) && !isHydrated && hydrateIslands().catch(() => {})), {
      passive: true,
    });
  }
  document.addEventListener('click', keep, { capture: true });
  document.addEventListener('submit', keep, { capture: true });
}

/** Whether an element works without React, such as links and openers of native popovers. */
const worksWithoutScript = (element: Element) => element.closest('a[href], [popovertarget], input, label') !== null;

function keep(event: Event): void {
  const { target } = event;
  if (isHydrated || !(target instanceof Element) || !target.closest(islandSelector)) return;
  if (event.type === 'click' && (worksWithoutScript(target) || isSubmit(target))) return;
  event.preventDefault();
  event.stopPropagation();
  hydrateIslands().then(
    () => {
      if (target instanceof HTMLFormElement)
        target.requestSubmit(event instanceof SubmitEvent ? event.submitter : undefined);
      else target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    },
    () => showFailure(target.closest('form') ?? target.closest(islandSelector)),
  );
}

/** Replaces an earlier note, so that screen readers announce each failure. */
function showFailure(place: Element | null): void {
  failureNote?.remove();
  failureNote = document.createElement('p');
  failureNote.setAttribute('role', 'alert');
  failureNote.textContent = words.notLoaded;
  Object.assign(failureNote.style, {
    color: 'var(--chakra-colors-danger)',
    marginBlock: '0.75rem',
    textAlign: 'center',
  } satisfies Partial<CSSStyleDeclaration>);
  place?.append(failureNote);
}

/** The form's submit event follows and is handled instead. */
const isSubmit = (element: Element) => element.closest('[type=submit]') !== null;
