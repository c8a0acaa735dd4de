import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Distances up to this count as being at the end. */
const nearPixels = 48;
/** A sent message is scrolled to smoothly; streaming text is followed without animation. */
const smoothMs = 800;

/** Upward scrolling within this time after user input counts as the user's. Layout changes also cause scrolling. */
const inputMs = 1000;
const userEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'click'] as const;
/** Controls that expand a part of a message, such as a chart. Excludes menus, which open above the page. */
const openers = 'summary, [aria-pressed], [aria-expanded]:not([aria-haspopup])';

interface StickToEnd {
  /** Changes when content is added above; the visible text then keeps its position. */
  topKey: string | undefined;
}

/** Follows the end of the content while the user is there. Elsewhere, the visible text keeps its position. */
export function useStickToEnd(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { topKey }: StickToEnd,
) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const sticks = useRef(true);
  const smoothUntil = useRef(0);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  const last = useRef({ top: 0, height: 0 });
  const anchor = useRef<{ element: Element; top: number }>(undefined);

  const follow = useCallback(() => {
    const element = box.current;
    if (!element || !sticks.current) return;
    const isSmooth = performance.now() < smoothUntil.current && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ top: element.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' });
    // Recorded here, because text may shrink and grow again before the scroll event arrives.
    if (!isSmooth) last.current = placeOf(element);
  }, [box]);

  const jump = useCallback(() => {
    const element = box.current;
    sticks.current = true;
    setIsAtEnd(true);
    smoothUntil.current = performance.now() + smoothMs;
    // Only the last part is animated, because everything scrolled past would have to be rendered.
    if (element) element.scrollTop = Math.max(element.scrollTop, element.scrollHeight - 2 * element.clientHeight);
    follow();
  }, [box, follow]);

  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const distance = distanceToEnd(element);
      const up = last.current.top - scrollTop;
      // Screen readers, links and searches in the page scroll without user input. Layout changes scroll up by at most a
      // screen, and change the height.
      const isByUser =
        performance.now() - movedAt.current < inputMs || up > clientHeight || scrollHeight === last.current.height;
      const isUp = up > 1 && isByUser && scrollHeight >= last.current.height;
      last.current = placeOf(element);
      if (isUp && distance > 8) sticks.current = false;
      else if (!isUp && distance < nearPixels) sticks.current = true;
      else if (up > 1) follow();
      setIsAtEnd(sticks.current);
      // At the end there is no position to keep.
      if (!sticks.current) anchor.current = firstVisible(element);
    };
    const onInput = ({ type, target }: Event) => {
      if (type !== 'click') movedAt.current = performance.now();
      else if (target instanceof Element && target.closest(openers)) openedAt.current = performance.now();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    for (const event of userEvents) element.addEventListener(event, onInput, { passive: true });
    const onResize = () => {
      // A part that the user has expanded stays in place, instead of moving up by its own height.
      if (performance.now() - openedAt.current < inputMs && distanceToEnd(element) > nearPixels) {
        sticks.current = false;
        setIsAtEnd(false);
      } else follow();
    };
    const size = new ResizeObserver(onResize);
    size.observe(content.current);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      for (const event of userEvents) element.removeEventListener(event, onInput);
      size.disconnect();
    };
  }, [box, content, follow]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first message means that content was added above
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (sticks.current) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    // In browsers with scroll anchoring the difference is already 0.
    const anchored = anchor.current;
    if (anchored?.element.isConnected) element.scrollTop += anchored.element.getBoundingClientRect().top - anchored.top;
  }, [topKey]);

  return { isAtEnd, jump };
}

const distanceToEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight;

const placeOf = ({ scrollTop, scrollHeight }: HTMLElement) => ({ top: scrollTop, height: scrollHeight });

/** The first visible message and its position. */
function firstVisible(box: HTMLElement): { element: Element; top: number } | undefined {
  const edge = box.getBoundingClientRect().top;
  for (const element of box.querySelectorAll('[data-message]')) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top };
  }
  return undefined;
}
