import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, type ToastMessage, toast } from '~/client/lib/toast';
import { renderInApp } from '~/client/testing/render';
import { uiWords } from '~/client/words/ui';
import { limits } from '~/shared/limits';
import { Modal } from './modal';
import { avoidButtons, placeToast } from './place-toast';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows a toast; every rendered app contains the toaster. */
function show(message: ToastMessage) {
  renderInApp(<input aria-label="Elsewhere" />);
  act(() => toast(message));
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}
const isShown = (text = 'Saved') => screen.queryByText(text) !== null;

it('is in the visible part of the page while a keyboard covers the rest', () => {
  const area = Object.assign(new EventTarget(), { offsetTop: 0, height: innerHeight });
  vi.stubGlobal('visualViewport', area);
  show({ title: 'Saved' });
  const region = screen.getByRole('region', { name: uiWords.notifications });
  avoidButtons(region);
  const { style } = region;
  expect(style.marginTop).toBe('0px');
  Object.assign(area, { offsetTop: 300, height: innerHeight - 340 });
  area.dispatchEvent(new Event('resize'));
  expect([style.marginTop, style.marginBottom]).toEqual(['300px', '40px']);
  vi.unstubAllGlobals();
});

it('disappears after its time', () => {
  show({ title: 'Saved' });
  pass(limits.toastMs - 1);
  expect(isShown()).toBe(true);
  pass(1);
  expect(isShown()).toBe(false);
});

it.each([
  [
    'the pointer is over it',
    (box: HTMLElement) => fireEvent.mouseEnter(box),
    (box: HTMLElement) => fireEvent.mouseLeave(box),
  ],
  ['the focus is in it', (box: HTMLElement) => fireEvent.focus(box), (box: HTMLElement) => fireEvent.blur(box)],
  ['the user is in another tab', () => setHidden(true), () => setHidden(false)],
])('stays while %s, and then for the remaining time', (_, hold, release) => {
  show({ title: 'Saved' });
  const box = screen.getByRole('status');
  pass(limits.toastMs - 1000);
  act(() => void hold(box));
  pass(10 * limits.toastMs);
  expect(isShown()).toBe(true);
  act(() => void release(box));
  pass(999);
  expect(isShown()).toBe(true);
  pass(1);
  expect(isShown()).toBe(false);
});

it('a newer message replaces it, for the full time', () => {
  show({ title: 'Saved' });
  pass(limits.toastMs - 1);
  act(() => toast({ title: 'Deleted' }));
  expect(isShown()).toBe(false);
  pass(limits.toastMs - 1);
  expect(isShown('Deleted')).toBe(true);
});

it('an old message does not dismiss a newer one', () => {
  show({ title: 'Saved' });
  act(() => toast({ title: 'Deleted' }));
  act(() => dismissToast(-1));
  expect(isShown('Deleted')).toBe(true);
});

it('is dismissed by its button and by Escape', () => {
  show({ title: 'Saved' });
  fireEvent.click(screen.getByRole('button', { name: uiWords.dismiss }));
  expect(isShown()).toBe(false);
  act(() => toast({ title: 'Deleted' }));
  fireEvent.keyDown(screen.getByRole('status'), { key: 'Escape' });
  expect(isShown('Deleted')).toBe(false);
});

it('runs its action and disappears', () => {
  const run = vi.fn();
  show({ title: 'Deleted', action: { label: 'Undo', run } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledOnce();
  expect(isShown('Deleted')).toBe(false);
});

it('interrupts a screen reader only for errors', () => {
  show({ title: 'Failed to save', description: 'The service is busy', kind: 'error' });
  expect(screen.getByRole('alert').textContent).toContain('The service is busy');
  act(() => toast({ title: 'Saved', kind: 'success' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('Saved');
});

it('F8 focuses the message region, which always exists', () => {
  renderInApp(<input aria-label="Elsewhere" />);
  fireEvent.keyDown(screen.getByLabelText('Elsewhere'), { key: 'F8', bubbles: true });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: uiWords.notifications }));
});

function swipe(pixels: number, target: () => Element = () => screen.getByRole('status')) {
  const box = screen.getByRole('status');
  box.setPointerCapture = () => {};
  const at = (type: string, clientX: number) =>
    Object.assign(new Event(type, { bubbles: true }), { clientX, button: 0, pointerId: 1 });
  fireEvent(target(), at('pointerdown', 100));
  fireEvent(box, at('pointermove', 100 + pixels));
  const offset = box.style.transform;
  fireEvent(box, at('pointerup', 100 + pixels));
  return offset;
}

it('is dismissed by a swipe to the right past a threshold', () => {
  show({ title: 'Saved' });
  expect(swipe(40)).toBe('translateX(40px)');
  expect(isShown()).toBe(true);
  expect(screen.getByRole('status').style.transform).toBe('translateX(0px)');
  swipe(60);
  expect(isShown()).toBe(false);
});

it('does not move to the left, or if the swipe starts on a button', () => {
  show({ title: 'Saved' });
  expect(swipe(-60)).toBe('translateX(0px)');
  swipe(60, () => screen.getByRole('button', { name: uiWords.dismiss }));
  expect(isShown()).toBe(true);
});

const region = () => screen.getByRole('region', { name: uiWords.notifications });

it('moves up from the message box of a page without a dialog, and back where there is none', async () => {
  vi.useRealTimers();
  vi.stubGlobal('innerHeight', 800);
  const { rerender } = renderInApp(
    <main>
      <form>
        <textarea />
      </form>
    </main>,
  );
  screen.getByRole('textbox').getBoundingClientRect = () => new DOMRect(445, 680, 700, 32);
  region().getBoundingClientRect = () => new DOMRect(888, 684, 368, 92);
  act(() => toast({ title: 'Saved' }));
  await waitFor(() => expect(region().style.translate).toBe('0 -104px'));
  rerender(<main />);
  act(() => toast({ title: 'Deleted' }));
  await waitFor(() => expect(region().style.translate).toBe(''));
});

describe('over an open dialog', () => {
  const dialog = (name: string) => screen.getByRole('dialog', { name });
  const dialogs = (outer: boolean, inner: boolean, onClose = () => {}) => (
    <>
      {/* Opened last, although it comes first in the document. */}
      <Modal isOpen={inner} onClose={onClose} aria-label="Inner" />
      {outer && <Modal isOpen onClose={onClose} aria-label="Outer" />}
    </>
  );

  it('is inside the topmost dialog, because everything outside of it is inert', async () => {
    vi.useRealTimers();
    const { rerender } = renderInApp(dialogs(false, false));
    expect(region().closest('dialog')).toBeNull();
    rerender(dialogs(true, false));
    await waitFor(() => expect(dialog('Outer').contains(region())).toBe(true));
    act(() => toast({ title: 'Saved' }));
    rerender(dialogs(true, true));
    await waitFor(() => expect(dialog('Inner').contains(region())).toBe(true));
    rerender(dialogs(true, false));
    await waitFor(() => expect(dialog('Outer').contains(region())).toBe(true));
    rerender(dialogs(false, false));
    await waitFor(() => expect(region().closest('dialog')).toBeNull());
    expect(isShown()).toBe(true);
  });

  it('is shown when the dialog that contains it is removed at the same moment', async () => {
    vi.useRealTimers();
    const { rerender } = renderInApp(dialogs(true, false));
    await waitFor(() => expect(dialog('Outer').contains(region())).toBe(true));
    act(() => {
      toast({ title: 'Saved' });
      rerender(dialogs(false, false));
    });
    await waitFor(() => expect(region().closest('dialog')).toBeNull());
    expect(isShown()).toBe(true);
  });

  it('leaves the dialog open when it is dismissed', async () => {
    vi.useRealTimers();
    const onClose = vi.fn();
    const { user } = renderInApp(dialogs(true, false, onClose));
    await waitFor(() => expect(dialog('Outer').contains(region())).toBe(true));
    act(() => toast({ title: 'Saved' }));
    await user.click(screen.getByRole('button', { name: uiWords.dismiss }));
    expect(isShown()).toBe(false);
    act(() => toast({ title: 'Deleted' }));
    await user.keyboard('{F8}{Escape}');
    expect(isShown('Deleted')).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
  });

  const at = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height);
  function place(toast: DOMRect, controls: DOMRect[]) {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    for (const rect of controls) {
      const button = dialog.appendChild(document.createElement('button'));
      button.getBoundingClientRect = () => rect;
    }
    const box = document.body.appendChild(document.createElement('section'));
    box.getBoundingClientRect = () => toast;
    placeToast(box);
    return box.style.translate;
  }
  beforeEach(() => {
    vi.stubGlobal('innerHeight', 800);
  });

  it('moves up from the buttons at the bottom', () => {
    expect(place(at(888, 700, 368, 76), [at(920, 720, 80, 40)])).toBe('0 -64px');
  });

  it('moves down from the buttons at the top on a phone', () => {
    expect(place(at(16, 16, 358, 76), [at(330, 20, 40, 40)])).toBe('0 56px');
  });

  it('moves up from the message box, but not from other fields of the page', () => {
    const page = document.body.appendChild(document.createElement('main'));
    page.innerHTML = '<form><textarea></textarea></form><form><input></form>';
    for (const field of page.querySelectorAll('textarea, input')) {
      const top = field.tagName === 'TEXTAREA' ? 680 : 580;
      field.getBoundingClientRect = () => at(445, top, 700, 32);
    }
    expect(place(at(888, 684, 368, 92), [])).toBe('0 -104px');
  });

  it('does not move from its own buttons', () => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    const box = dialog.appendChild(document.createElement('section'));
    const button = box.appendChild(document.createElement('button'));
    for (const element of [box, button]) element.getBoundingClientRect = () => at(888, 700, 368, 76);
    placeToast(box);
    expect(box.style.translate).toBe('');
  });

  it('moves past all of them, and stays if it covers none', () => {
    expect(place(at(888, 700, 368, 76), [at(920, 720, 80, 40), at(920, 620, 80, 40)])).toBe('0 -168px');
    document.body.replaceChildren();
    expect(place(at(888, 700, 368, 76), [at(400, 720, 80, 40)])).toBe('');
  });
});
