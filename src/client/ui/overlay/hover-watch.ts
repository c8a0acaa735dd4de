import { limits } from '~/shared/limits';

const gap = 6;
const edge = 8;
/** Time to move the pointer from the element onto the layer. */
const graceMs = 80;

interface HoverOptions {
  /** The elements that the layer is for. */
  selector: string;
  /** Puts what belongs to the element into the layer. False when there is nothing to show. */
  fill: (target: HTMLElement) => boolean;
  /** Whether the layer still says what belongs to the element. */
  isCurrent: (target: HTMLElement) => boolean;
}

/**
 * Shows `layer` for some elements: after a rest of the pointer (at once when it was open for another one just before),
 * at once on keyboard focus. It is above the element, or at its right with `data-tooltip-beside`. Escape, a press or
 * scrolling takes it away; touch never opens it.
 */
export function watchHover(layer: HTMLElement, { selector, ...content }: HoverOptions): () => void {
  let anchor: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const shown = showable(layer, content, (target) => target === anchor && hide());

  function hide() {
    clearTimeout(timer);
    anchor = undefined;
    shown.hide();
  }

  function onPointerOver(event: PointerEvent) {
    if (event.pointerType === 'touch' || !(event.target instanceof Element)) return;
    if (layer.contains(event.target)) return clearTimeout(timer);
    const target = event.target.closest<HTMLElement>(selector) ?? undefined;
    if (target === anchor) return;
    clearTimeout(timer);
    if (!target) {
      timer = setTimeout(hide, shown.isShown() ? graceMs : 0);
      return;
    }
    const followsAnother = shown.isShown() || shown.msHidden() < limits.tooltipMs.skip;
    anchor = target;
    timer = setTimeout(() => shown.show(target), followsAnother ? 0 : limits.tooltipMs.open);
  }

  function onFocusIn({ target }: Pick<FocusEvent, 'target'>) {
    if (!(target instanceof HTMLElement) || !target.matches(selector) || !target.matches(':focus-visible')) return;
    clearTimeout(timer);
    anchor = target;
    // A dialog that opens moves the focus in the middle of opening, and the browser shows nothing else meanwhile.
    timer = setTimeout(() => shown.show(target));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') hide();
  }

  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  document.addEventListener('pointerover', onPointerOver, options);
  document.addEventListener('focusin', onFocusIn, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('scroll', hide, options);
  document.addEventListener('keydown', onKeyDown, options);
  document.documentElement.addEventListener('pointerleave', hide, { signal: stop.signal });
  // The keyboard may be there before this part is loaded.
  onFocusIn({ target: document.activeElement });
  return () => {
    hide();
    stop.abort();
  };
}

type Content = Pick<HoverOptions, 'fill' | 'isCurrent'>;

/** The layer that is shown for one element after the other. `onOutdated` is told when it no longer says what it should. */
function showable(layer: HTMLElement, { fill, isCurrent }: Content, onOutdated: (target: HTMLElement) => void) {
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  let shownFor: HTMLElement | undefined;
  /** A button that goes away or says something else takes the layer with it; the pointer may rest there. */
  const changes = new MutationObserver(() => {
    if (shownFor && !(shownFor.isConnected && isCurrent(shownFor))) onOutdated(shownFor);
  });
  /** Parts that are loaded when they are first shown make the layer larger. */
  const growth = new ResizeObserver(() => shownFor && place(layer, shownFor));
  return {
    isShown: () => isShown,
    msHidden: () => performance.now() - hiddenAt,
    show(target: HTMLElement) {
      if (!target.isConnected || !layer.isConnected || !fill(target)) return;
      shownFor = target;
      if (!isShown) {
        layer.showPopover();
        changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] });
        growth.observe(layer);
      }
      isShown = true;
      place(layer, target);
    },
    hide() {
      if (!isShown) return;
      isShown = false;
      hiddenAt = performance.now();
      changes.disconnect();
      growth.disconnect();
      layer.hidePopover();
    },
  };
}

function place(layer: HTMLElement, target: HTMLElement) {
  const box = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = layer;
  if ('tooltipBeside' in target.dataset) {
    layer.style.top = `${Math.round(box.top + box.height / 2 - height / 2)}px`;
    layer.style.left = `${Math.round(box.right + gap)}px`;
    return;
  }
  const fitsAbove = box.top >= height + gap + edge;
  const top = fitsAbove ? box.top - height - gap : box.bottom + gap;
  const left = Math.min(Math.max(edge, box.left + box.width / 2 - width / 2), innerWidth - width - edge);
  layer.style.top = `${Math.round(top)}px`;
  layer.style.left = `${Math.round(left)}px`;
}
