/**
 * An opened conversation draws its long answers group by group, so that no single step keeps the reader waiting: what
 * is in sight first, then from the end to the beginning, as conversations open at their end.
 */
import { startTransition } from 'react';
import { flushSync } from 'react-dom';

/** In the order of the page. */
const waiting = new Map<Element, () => void>();
const inSight = new Set<Element>();
/** Texts that are still being read: each call reads all of one. */
const readers = new Set<() => void>();
let drawing: Element | undefined;
let isPlanned = false;
let observer: IntersectionObserver | undefined;

// biome-ignore lint/suspicious/noConfusingVoidType: as what an effect returns
type Ended = (() => void) | void;

/** Draws a group when it is its turn, or hands a text to `read` in steps; returns what ends that. */
export const waitForTurn = (
  what: Element | string,
  work: () => void,
  read: (part: string) => unknown = () => {},
): Ended => (typeof what === 'string' ? readInSteps(what, work, read) : waitIn(what, work));

function waitIn(element: Element, draw: () => void): Ended {
  waiting.set(element, draw);
  if (typeof IntersectionObserver !== 'undefined') {
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) inSight.add(target);
        else inSight.delete(target);
    });
    observer.observe(element);
  }
  listen();
  plan();
  return () => end(element);
}

/** Reading in steps of this many milliseconds leaves the page free for its user; so much of the text is read at a time. */
const longestMs = 10;
const stretch = 4000;

/** Hands ever more of a text to `read`, in steps, and says when all of it was; returns what stops it. */
function readInSteps(text: string, onRead: () => void, read: (part: string) => unknown): Ended {
  let length = 0;
  const readStep = () => {
    const began = performance.now();
    while (length < text.length) {
      length += stretch;
      read(text.slice(0, length));
      if (performance.now() - began < longestMs) continue;
      timer = setTimeout(readStep);
      return;
    }
    startTransition(onRead);
  };
  let timer = setTimeout(readStep);
  readers.add(onRead);
  listen();
  return () => {
    clearTimeout(timer);
    readers.delete(onRead);
    stopListening();
  };
}

/** Everything that waits, at once: for copies, prints and the browser's search. */
function drawNow(): void {
  while (readers.size + waiting.size > 0) {
    const all = [...readers, ...waiting.values()];
    readers.clear();
    waiting.clear();
    flushSync(() => {
      for (const draw of all) draw();
    });
  }
  stopListening();
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(drawNext);
}

function drawNext(): void {
  isPlanned = false;
  if (drawing) return;
  const next = [...inSight].at(-1) ?? [...waiting.keys()].at(-1);
  const draw = next && waiting.get(next);
  if (!draw) return;
  drawing = next;
  startTransition(draw);
}

/** It is drawn, or gone. */
function end(element: Element): void {
  waiting.delete(element);
  inSight.delete(element);
  observer?.unobserve(element);
  if (drawing === element) drawing = undefined;
  if (waiting.size > 0) plan();
  stopListening();
}

function onKey({ key, ctrlKey, metaKey }: KeyboardEvent): void {
  if (key === 'F3' || ((ctrlKey || metaKey) && /^[afgp]$/i.test(key))) drawNow();
}

/** What needs the whole text asks for it. */
const asks = ['beforeprint', 'needwholetext'];

function listen(): void {
  for (const ask of asks) window.addEventListener(ask, drawNow);
  window.addEventListener('keydown', onKey, { capture: true });
}

function stopListening(): void {
  if (readers.size + waiting.size > 0) return;
  for (const ask of asks) window.removeEventListener(ask, drawNow);
  window.removeEventListener('keydown', onKey, { capture: true });
}
