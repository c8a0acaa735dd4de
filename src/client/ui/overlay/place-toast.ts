/** Pixels per attempted move, and between the toast and a button. */
const step = 8;

const inDialogs = 'dialog[open] :is(button, a[href], input, select, textarea)';
/** A message box may be at the bottom of the window, as are toasts on wide screens. */
const messageBox = 'main form:has(textarea)';
const inMessageBox = `${messageBox} :is(button, textarea)`;

/**
 * Keeps a toast off the buttons of open dialogs and off the message box: moves it away from its edge of the window
 * until it covers none.
 */
export function placeToast(box: HTMLElement): void {
  box.style.translate = '';
  const { top, bottom, left, right, height } = box.getBoundingClientRect();
  const obstacles = [...document.querySelectorAll(`${inDialogs}, ${inMessageBox}`)]
    .filter((control) => !box.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((control) => control.width > 0 && control.left < right + step && control.right > left - step);
  const direction = top + bottom > innerHeight ? -1 : 1;
  for (let way = 0; way <= innerHeight - height; way += step) {
    const shift = direction * way;
    const isFree = obstacles.every(
      (control) => control.bottom + step <= top + shift || control.top - step >= bottom + shift,
    );
    if (!isFree) continue;
    if (shift !== 0) box.style.translate = `0 ${shift}px`;
    return;
  }
}

let sizes: ResizeObserver | undefined;
let placed: HTMLElement | undefined;

/** Safari's keyboard covers a part of the page and moves the rest, without resizing the window. */
function keepInVisibleArea(): void {
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: innerHeight };
  if (placed) placed.style.margin = `${offsetTop}px 0 ${Math.max(0, innerHeight - height - offsetTop)}px`;
}

/** Places the toast now and whenever an open dialog or a message box changes its size or disappears. */
export function avoidButtons(box: HTMLElement): void {
  placed = box;
  keepInVisibleArea();
  for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, keepInVisibleArea);
  sizes?.disconnect();
  sizes = new ResizeObserver(() => placeToast(box));
  for (const element of document.querySelectorAll(`dialog[open], ${messageBox}`)) sizes.observe(element);
  placeToast(box);
}
