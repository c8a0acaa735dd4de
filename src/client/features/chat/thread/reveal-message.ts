/**
 * Messages outside the viewport have an estimated height, so the position is corrected until the ones around it are
 * rendered.
 */
const settleMs = 800;
const highlightMs = 2500;

const findMessage = (messageId: string) => document.querySelector<HTMLElement>(`[data-message="${messageId}"]`);

/** Whether the message is rendered. */
export const isShown = (messageId: string): boolean => findMessage(messageId) !== null;

/** Scrolls to a rendered message, highlights it briefly and focuses it. */
export function revealMessage(messageId: string): void {
  const until = performance.now() + settleMs;
  const stop = new AbortController();
  for (const event of ['wheel', 'touchstart', 'keydown']) {
    window.addEventListener(event, () => stop.abort(), { passive: true, signal: stop.signal });
  }
  let isHighlighted = false;
  const settle = () => {
    const element = findMessage(messageId);
    if (element) element.scrollIntoView({ block: isTall(element) ? 'start' : 'center' });
    if (element && !isHighlighted) {
      isHighlighted = true;
      highlight(element);
    }
    if (performance.now() < until && !stop.signal.aborted) requestAnimationFrame(settle);
    else stop.abort();
  };
  requestAnimationFrame(settle);
}

const isTall = (element: HTMLElement) => element.offsetHeight > innerHeight / 2;

function highlight(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const color = 'var(--chakra-colors-accent-subtle)';
  element.animate([{ backgroundColor: color }, { backgroundColor: color, offset: 0.6 }, {}], highlightMs);
}
