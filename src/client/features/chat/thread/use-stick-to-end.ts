import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end counts as being there. */
const nearPixels = 48;
/** A message that was just asked is scrolled to smoothly; text that streams is followed at once. */
const smoothMs = 800;

/** A step up so soon after the reader's hand moved is theirs; the layout makes such steps, too. */
const inputMs = 1000;
const handEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

interface StickToEnd {
  /** Keeps what is being read where it is when something is put above it. */
  topKey: string | undefined;
}

/**
 * Scrolling that never fights the reader: at the end it follows, anywhere else what is read stays where it is.
 */
export function useStickToEnd(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { topKey }: StickToEnd,
) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const sticks = useRef(true);
  const smoothUntil = useRef(0);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const last = useRef({ top: 0, height: 0 });
  const anchor = useRef<{ element: Element; top: number }>(undefined);

  const follow = useCallback(() => {
    const element = box.current;
    if (!element || !sticks.current) return;
    const isSmooth = performance.now() < smoothUntil.current && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ top: element.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' });
    // Told apart from the reader's steps: text may shrink, be followed, and grow again before its scroll event comes.
    if (!isSmooth) last.current = placeOf(element);
  }, [box]);

  const jump = useCallback(() => {
    const element = box.current;
    sticks.current = true;
    setIsAtEnd(true);
    smoothUntil.current = performance.now() + smoothMs;
    // Only the last stretch is travelled: all that lies between would have to be drawn on the way.
    if (element) element.scrollTop = Math.max(element.scrollTop, element.scrollHeight - 2 * element.clientHeight);
    follow();
  }, [box, follow]);

  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const distance = scrollHeight - scrollTop - clientHeight;
      const up = last.current.top - scrollTop;
      // Without input from the reader, only a link or a search in the page scrolls up, by more than a screen. New layout
      // moves the text by less.
      const isByReader = performance.now() - movedAt.current < inputMs || up > clientHeight;
      const isUp = up > 1 && isByReader && scrollHeight >= last.current.height;
      last.current = placeOf(element);
      if (isUp && distance > 8) sticks.current = false;
      else if (!isUp && distance < nearPixels) sticks.current = true;
      else if (up > 1) follow();
      setIsAtEnd(sticks.current);
      // At the end there is nothing to hold.
      if (!sticks.current) anchor.current = firstVisible(element);
    };
    const onInput = () => {
      movedAt.current = performance.now();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    for (const event of handEvents) element.addEventListener(event, onInput, { passive: true });
    const size = new ResizeObserver(follow);
    size.observe(content.current);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      for (const event of handEvents) element.removeEventListener(event, onInput);
      size.disconnect();
    };
  }, [box, content, follow]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first message means that pages came above
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (sticks.current) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    // Browsers that anchor by themselves have done so by now, and the difference is nothing.
    const held = anchor.current;
    if (held?.element.isConnected) element.scrollTop += held.element.getBoundingClientRect().top - held.top;
  }, [topKey]);

  return { isAtEnd, jump };
}

const placeOf = ({ scrollTop, scrollHeight }: HTMLElement) => ({ top: scrollTop, height: scrollHeight });

/** The message at the upper edge, and where it is. */
function firstVisible(box: HTMLElement): { element: Element; top: number } | undefined {
  const edge = box.getBoundingClientRect().top;
  for (const element of box.querySelectorAll('[data-message]')) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top };
  }
  return undefined;
}
