import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Drawer } from './drawer';
import { Modal } from './modal';
import { Sheet } from './sheet';

type Side = 'start' | 'end' | 'below';
function open(side: Side) {
  const onClose = vi.fn();
  const inside = (
    <>
      <p>Inside</p>
      <input aria-label="Title" />
    </>
  );
  renderInApp(
    side === 'below' ? (
      <Sheet isOpen onClose={onClose} label="Sources">
        {inside}
      </Sheet>
    ) : (
      <Drawer isOpen onClose={onClose} label="Conversations" side={side}>
        {inside}
      </Drawer>
    ),
  );
  return { onClose, dialog: screen.getByRole('dialog') };
}

const finger = { pointerId: 7, isPrimary: true, pointerType: 'touch' };

interface Way {
  from?: HTMLElement;
  /** The dialog to swipe, if there are several. */
  dialog?: HTMLElement;
  end?: 'pointerup' | 'pointercancel';
  pointerType?: string;
}

/** Swipes, and returns the panel's transform before the finger is lifted. */
function swipe([x, y]: [number, number], way: Way = {}) {
  const { from = screen.getByText('Inside'), dialog = screen.getByRole('dialog'), end = 'pointerup', ...more } = way;
  dialog.setPointerCapture = () => {};
  const send = (type: string, part: number) => {
    const place = { clientX: 200 + x * part, clientY: 300 + y * part };
    fireEvent(from, Object.assign(new Event(type, { bubbles: true }), finger, more, place));
  };
  send('pointerdown', 0);
  send('pointermove', 0.5);
  send('pointermove', 1);
  const { transform } = dialog.style;
  send(end, 1);
  return transform;
}

it.each<[Side, [number, number], string]>([
  ['start', [-100, 10], 'translateX(-100px)'],
  ['end', [100, -10], 'translateX(100px)'],
  ['below', [5, 100], 'translateY(100px)'],
])('a panel (%s) follows the finger out of the window and closes', (side, way, transform) => {
  const { onClose, dialog } = open(side);
  expect(swipe(way)).toBe(transform);
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog.style.transform).toBe('');
});

it.each<[string, [number, number], Way]>([
  ['that goes back before it is far', [-50, 0], {}],
  ['that scrolls its content', [-100, 150], {}],
  ['into the window', [100, 0], {}],
  ['that the browser takes for scrolling', [-100, 0], { end: 'pointercancel' }],
  ['of a mouse, which selects text', [-100, 0], { pointerType: 'mouse' }],
])('stays open after a swipe %s', (_, way, more) => {
  const { onClose, dialog } = open('start');
  swipe(way, more);
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.style.transform).toBe('');
});

it('stays open while the cursor is moved in a field', () => {
  const { onClose } = open('start');
  expect(swipe([-100, 0], { from: screen.getByLabelText('Title') })).toBe('');
  expect(onClose).not.toHaveBeenCalled();
});

it('stays open, and in place, while a dialog opened from it is swiped', () => {
  const onClose = vi.fn();
  renderInApp(
    <Drawer isOpen onClose={onClose} label="Conversations">
      <Modal isOpen onClose={onClose} aria-label="Rename">
        <p>Inside</p>
      </Modal>
    </Drawer>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Conversations' });
  expect(swipe([-100, 0], { dialog })).toBe('');
  expect(onClose).not.toHaveBeenCalled();
});
