import { interfaceLimits } from '~/shared/interface-limits';

const gap = 6;
const edge = 8;
/** Time to move the pointer from the element onto the layer. */
const graceMs = 80;

interface HoverOptions {
  /** Selects the elements that have a layer. */
  selector: string;
  /** Renders the element's content into the layer. Returns false if there is none. */
  fill: (target: HTMLElement) => boolean;
  /** Whether the layer still shows the element's content. */
  isCurrent: (target: HTMLElement) => boolean;
}

/**
 * Shows `layer` for matching elements: on hover after a delay (none if it was just shown for another element), and on
 * keyboard focus at once. It is placed above the element, or to its right with `data-tooltip-beside`. Escape, a press
 * or scrolling hides it. Touch never shows it. It stays while the pointer is over it, but what it covers receives the
 * clicks. Returns a function that stops watching.
 */
export function watchHover(layer: HTMLElement, { selector, ...content }: HoverOptions): () => void {
  let anchor: HTMLElement | undefined;
  /** Under the pointer: a matching element or the layer. */
  let hovered: HTMLElement | null = null;
  /** Whether the last input was a press. A dialog closed by it returns the focus, which browsers may show. */
  let isAfterPress = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const popover = showable(layer, content, (target) => target === anchor && hide());

  function hide() {
    clearTimeout(timer);
    anchor = undefined;
    popover.hide();
  }

  function onPointerMove(event: PointerEvent) {
    if (event.pointerType === 'touch' || !(event.target instanceof Element)) return;
    const isOnLayer = popover.isShown() && isInside(layer, event);
    const target = isOnLayer ? layer : event.target.closest<HTMLElement>(selector);
    if (target === hovered) return;
    hovered = target;
    clearTimeout(timer);
    if (isOnLayer) return;
    if (!target) {
      timer = setTimeout(hide, popover.isShown() ? graceMs : 0);
      return;
    }
    const followsAnother = popover.isShown() || popover.msHidden() < interfaceLimits.tooltipMs.skip;
    showSoon(target, followsAnother ? 0 : interfaceLimits.tooltipMs.open);
  }

  function showSoon(target: HTMLElement, ms = 0) {
    anchor = target;
    timer = setTimeout(() => popover.show(target), ms);
  }

  function onPointerLeave() {
    hovered = null;
    hide();
  }

  function onFocusIn({ target }: Pick<FocusEvent, 'target'>) {
    if (isAfterPress || !(target instanceof HTMLElement) || !target.matches(`${selector}:focus-visible`)) return;
    clearTimeout(timer);
    // Delayed, because the browser shows no popover while a dialog's showModal() is running.
    showSoon(target);
  }

  function onPointerDown() {
    isAfterPress = true;
    hide();
  }

  function onKeyDown(event: KeyboardEvent) {
    isAfterPress = false;
    if (event.key !== 'Escape') return;
    if (popover.isShown()) claimEscape(event);
    hide();
  }

  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  document.addEventListener('pointermove', onPointerMove, options);
  document.addEventListener('focusin', onFocusIn, options);
  document.addEventListener('keydown', onKeyDown, options);
  document.addEventListener('pointerdown', onPointerDown, options);
  for (const event of ['focusout', 'scroll']) document.addEventListener(event, hide, options);
  document.documentElement.addEventListener('pointerleave', onPointerLeave, { signal: stop.signal });
  // An element may have had the focus before this code loaded.
  onFocusIn({ target: document.activeElement });
  return () => {
    hide();
    stop.abort();
  };
}

/** The same press must not also stop a running answer, but it does close a dialog. */
function claimEscape(event: KeyboardEvent): void {
  if (!document.querySelector('dialog[open]')) event.preventDefault();
}

function isInside(layer: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = layer.getBoundingClientRect();
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
}

type Content = Pick<HoverOptions, 'fill' | 'isCurrent'>;

/** Shows the layer for one element at a time. Calls `onOutdated` when its content is no longer current. */
function showable(layer: HTMLElement, { fill, isCurrent }: Content, onOutdated: (target: HTMLElement) => void) {
  // What it covers receives the clicks.
  layer.style.pointerEvents = 'none';
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let shownFor: HTMLElement | undefined;
  /** Hides the layer when its element is removed or its text changes, which fires no pointer event. */
  const changes = new MutationObserver(() => {
    if (shownFor && !(shownFor.isConnected && isCurrent(shownFor))) onOutdated(shownFor);
  });
  /** Content that is loaded on first use makes the layer larger. */
  const resizeObserver = new ResizeObserver(() => shownFor && place(layer, shownFor));
  return {
    isShown: () => shownFor !== undefined,
    msHidden: () => performance.now() - hiddenAt,
    show(target: HTMLElement) {
      if (!target.isConnected || !layer.isConnected || !fill(target)) return;
      if (!shownFor) {
        layer.showPopover();
        changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] });
        resizeObserver.observe(layer);
      }
      shownFor = target;
      place(layer, target);
    },
    hide() {
      if (!shownFor) return;
      shownFor = undefined;
      hiddenAt = performance.now();
      changes.disconnect();
      resizeObserver.disconnect();
      layer.hidePopover();
    },
  };
}

function place(layer: HTMLElement, target: HTMLElement) {
  const box = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = layer;
  const above = box.top - height - gap;
  let top = above >= edge ? above : box.bottom + gap;
  let left = Math.min(Math.max(edge, (box.left + box.right - width) / 2), innerWidth - width - edge);
  if ('tooltipBeside' in target.dataset) {
    top = (box.top + box.bottom - height) / 2;
    left = box.right + gap;
  }
  layer.style.top = `${Math.round(top)}px`;
  layer.style.left = `${Math.round(left)}px`;
}
