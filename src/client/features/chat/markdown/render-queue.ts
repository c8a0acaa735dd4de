/**
 * Renders the groups of long answers one at a time when a conversation is opened, so that no task blocks the page for
 * long: visible groups first, then from the end to the start, because conversations open at their end.
 */
import { startTransition } from 'react';
import { flushSync } from 'react-dom';

/** In page order. */
const waiting = new Map<Element, () => void>();
const visible = new Set<Element>();
/** Texts that are still being parsed; calling one parses the rest at once. */
const parsers = new Set<() => void>();
let rendering: Element | undefined;
let isScheduled = false;
let observer: IntersectionObserver | undefined;

// biome-ignore lint/suspicious/noConfusingVoidType: the return type of an effect
type Cancel = (() => void) | void;

/** Renders a group when its turn comes, or parses a text in steps. Returns a function that cancels it. */
export const waitForTurn = (
  what: Element | string,
  work: () => void,
  parse: (part: string) => unknown = () => {},
): Cancel => (typeof what === 'string' ? parseInSteps(what, work, parse) : waitForElement(what, work));

function waitForElement(element: Element, render: () => void): Cancel {
  waiting.set(element, render);
  if (typeof IntersectionObserver !== 'undefined') {
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
    });
    observer.observe(element);
  }
  listen();
  scheduleNext();
  return () => remove(element);
}

/** The duration of a parsing step, short enough for the page to stay responsive, and the characters parsed at a time. */
const maxStepMs = 10;
const stepCharacters = 4000;

/** Calls `parse` with growing parts of the text, in steps, then `onParsed`. Returns a function that cancels it. */
function parseInSteps(text: string, onParsed: () => void, parse: (part: string) => unknown): Cancel {
  let length = 0;
  const parseStep = () => {
    const began = performance.now();
    while (length < text.length) {
      length += stepCharacters;
      try {
        parse(text.slice(0, length));
      } catch {
        // Rendering fails in the same way, and shows plain text.
        break;
      }
      if (performance.now() - began < maxStepMs) continue;
      timer = setTimeout(parseStep);
      return;
    }
    startTransition(onParsed);
  };
  let timer = setTimeout(parseStep);
  parsers.add(onParsed);
  listen();
  return () => {
    clearTimeout(timer);
    parsers.delete(onParsed);
    stopListening();
  };
}

/** Renders everything that waits at once: for copying, printing and the browser's search. */
function renderAll(): void {
  while (parsers.size + waiting.size > 0) {
    const all = [...parsers, ...waiting.values()];
    parsers.clear();
    waiting.clear();
    flushSync(() => {
      for (const render of all) render();
    });
  }
  stopListening();
}

function scheduleNext(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(renderNext);
}

function renderNext(): void {
  isScheduled = false;
  if (rendering) return;
  const next = [...visible].at(-1) ?? [...waiting.keys()].at(-1);
  const render = next && waiting.get(next);
  if (!render) return;
  rendering = next;
  startTransition(render);
}

/** Removes a group that was rendered or unmounted. */
function remove(element: Element): void {
  waiting.delete(element);
  visible.delete(element);
  observer?.unobserve(element);
  if (rendering === element) rendering = undefined;
  if (waiting.size > 0) scheduleNext();
  stopListening();
}

function onKey({ key, ctrlKey, metaKey }: KeyboardEvent): void {
  if (key === 'F3' || ((ctrlKey || metaKey) && /^[afgp]$/i.test(key))) renderAll();
}

/** Events that need the whole text to be rendered. */
const renderAllEvents = ['beforeprint', 'needwholetext'];

function listen(): void {
  for (const event of renderAllEvents) window.addEventListener(event, renderAll);
  window.addEventListener('keydown', onKey, { capture: true });
}

function stopListening(): void {
  if (parsers.size + waiting.size > 0) return;
  for (const event of renderAllEvents) window.removeEventListener(event, renderAll);
  window.removeEventListener('keydown', onKey, { capture: true });
}
