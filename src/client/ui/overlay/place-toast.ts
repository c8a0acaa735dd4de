/** So many pixels at a time, and between a message and a button. */
const step = 8;

/**
 * Keeps a message off the buttons of the dialogs it lies above: it goes away from its edge of the window until none of
 * them is under it.
 */
export function placeToast(box: HTMLElement): void {
  box.style.translate = '';
  const { top, bottom, left, right, height } = box.getBoundingClientRect();
  const under = [...document.querySelectorAll('dialog[open] :is(button, a[href], input, select, textarea)')]
    .map((control) => control.getBoundingClientRect())
    .filter((control) => control.width > 0 && control.left < right + step && control.right > left - step);
  const direction = top + bottom > innerHeight ? -1 : 1;
  for (let way = 0; way <= innerHeight - height; way += step) {
    const shift = direction * way;
    const isFree = under.every(
      (control) => control.bottom + step <= top + shift || control.top - step >= bottom + shift,
    );
    if (!isFree) continue;
    if (shift !== 0) box.style.translate = `0 ${shift}px`;
    return;
  }
}

let sizes: ResizeObserver | undefined;

/** Places it now and whenever a dialog grows, as when what it shows is loaded, or closes. */
export function keepOffButtons(box: HTMLElement): void {
  sizes?.disconnect();
  sizes = new ResizeObserver(() => placeToast(box));
  for (const dialog of document.querySelectorAll('dialog[open]')) sizes.observe(dialog);
  placeToast(box);
}
