import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { uiWords } from '~/client/words/ui';
import { ConfirmDialog } from './confirm-dialog';
import { Drawer } from './drawer';
import { FormDialog } from './form-dialog';
import { Modal } from './modal';
import { Sheet } from './sheet';

const button = (name: string) => screen.getByRole('button', { name });
/** The browser's event for a request to close, such as Android's Back. */
const cancel = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

it('does not render the content of a closed dialog', () => {
  const { rerender } = renderInApp(
    <Modal isOpen={false} onClose={() => {}}>
      Inside
    </Modal>,
  );
  expect(screen.queryByText('Inside')).toBeNull();
  rerender(
    <Modal isOpen onClose={() => {}}>
      Inside
    </Modal>,
  );
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
  rerender(
    <Modal isOpen={false} onClose={() => {}}>
      Inside
    </Modal>,
  );
  expect(screen.queryByText('Inside')).toBeNull();
});

it('does not center its text where it is opened in centered content', () => {
  renderInApp(
    <div style={{ textAlign: 'center' }}>
      <Modal isOpen onClose={() => {}}>
        Inside
      </Modal>
    </div>,
  );
  expect(getComputedStyle(screen.getByRole('dialog')).textAlign).toBe('start');
});

it('closes with Escape and a click outside, but not with a click inside', async () => {
  const onClose = vi.fn();
  const { user } = renderInApp(
    <Modal isOpen onClose={onClose}>
      <p>Inside</p>
    </Modal>,
  );
  await user.click(screen.getByText('Inside'));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('dialog'));
  expect(onClose).toHaveBeenCalledTimes(1);
  cancel(screen.getByRole('dialog'));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('keeps its content when selecting text ends on the backdrop', () => {
  const onClose = vi.fn();
  renderInApp(
    <Modal isOpen onClose={onClose}>
      <textarea aria-label="Note" />
    </Modal>,
  );
  const dialog = screen.getByRole('dialog');
  fireEvent.mouseDown(screen.getByLabelText('Note'));
  fireEvent.mouseUp(dialog);
  // The browser clicks the closest common ancestor.
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.mouseDown(dialog);
  fireEvent.mouseUp(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

it('handles the Escape key itself, once for a held key, unless the content or an input method has used it', () => {
  const onClose = vi.fn();
  renderInApp(
    <Modal isOpen onClose={onClose}>
      <input aria-label="Name" />
      <input aria-label="Search" onKeyDown={(event) => event.preventDefault()} />
    </Modal>,
  );
  /** Whether the browser may still close the dialog on its own. */
  const press = (name: string, options = {}) =>
    fireEvent.keyDown(screen.getByLabelText(name), { key: 'Escape', ...options });
  expect(press('Name')).toBe(false);
  expect(press('Name', { repeat: true })).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
  press('Search');
  press('Name', { isComposing: true });
  press('Name', { keyCode: 229 });
  expect(onClose).toHaveBeenCalledOnce();
});

it('opens again if the browser closes it without asking, and the caller keeps it open', async () => {
  const onClose = vi.fn();
  renderInApp(
    <Modal isOpen onClose={onClose}>
      <input aria-label="Name" />
    </Modal>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } });
  await act(async () => dialog.close());
  expect(dialog.open).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
  expect(onClose).toHaveBeenCalledOnce();
});

it('stays closed if the browser closes it without asking, and the caller agrees', async () => {
  function Closable() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <Modal isOpen={isOpen} onClose={() => setIsOpen(false)}>
        Inside
      </Modal>
    );
  }
  renderInApp(<Closable />);
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  await act(async () => dialog.close());
  expect(dialog.open).toBe(false);
  expect(screen.queryByText('Inside')).toBeNull();
});

it('stays open when Escape closes a dialog inside of it', () => {
  const [onOuter, onInner] = [vi.fn(), vi.fn()];
  renderInApp(
    <Modal isOpen onClose={onOuter} aria-label="Outer">
      <Modal isOpen onClose={onInner} aria-label="Inner" />
    </Modal>,
  );
  cancel(screen.getByRole('dialog', { name: 'Inner' }));
  expect(onInner).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Inner' }), { key: 'Escape' });
  expect(onInner).toHaveBeenCalledTimes(2);
  expect(onOuter).not.toHaveBeenCalled();
});

it('leaves it to the caller whether Escape closes it', () => {
  renderInApp(
    <Modal isOpen onClose={() => {}}>
      Inside
    </Modal>,
  );
  const event = new Event('cancel', { cancelable: true });
  fireEvent(screen.getByRole('dialog'), event);
  expect(event.defaultPrevented).toBe(true);
});

it('closes on unmount, so that the page is not left inert', () => {
  const { unmount } = renderInApp(
    <Modal isOpen onClose={() => {}}>
      Inside
    </Modal>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  const close = vi.spyOn(dialog, 'close');
  unmount();
  expect(close).toHaveBeenCalled();
});

const confirm = { title: 'Delete Ada?', body: 'Ada and all files are deleted.', confirmLabel: 'Delete' };

it('a confirmation is described by title and body, and focuses the safe choice', () => {
  renderInApp(<ConfirmDialog {...confirm} isOpen onConfirm={() => {}} onClose={() => {}} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Ada?' });
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(confirm.body);
  expect(document.activeElement).toBe(button(uiWords.cancel));
});

it('a confirmation calls the handler of the choice', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  const { user } = renderInApp(<ConfirmDialog {...confirm} isOpen onConfirm={onConfirm} onClose={onClose} />);
  await user.click(button(uiWords.cancel));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  await user.click(button('Delete'));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});

it('a pending confirmation stays open and ignores its buttons', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  const { user } = renderInApp(
    <ConfirmDialog {...confirm} isOpen pending pendingLabel="Deleting..." onConfirm={onConfirm} onClose={onClose} />,
  );
  await user.click(button('Deleting...'));
  await user.click(button(uiWords.cancel));
  cancel(screen.getByRole('alertdialog'));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0]);
  expect(within(screen.getByRole('alertdialog')).getByRole('status').textContent).toBe(uiWords.working);
});

function NameDialog({
  pending = false,
  onClose,
  onCancel,
}: {
  pending?: boolean;
  onClose: () => void;
  onCancel?: (() => void) | undefined;
}) {
  const [sent, setSent] = useState('');
  return (
    <>
      <FormDialog
        title="Rename"
        pending={pending}
        submitLabel="Save"
        pendingLabel="Saving..."
        formProps={{
          onSubmit(event) {
            event.preventDefault();
            setSent(String(new FormData(event.currentTarget).get('name')));
          },
        }}
        onClose={onClose}
        {...(onCancel && { onCancel })}
      >
        <input name="name" aria-label="Name" />
      </FormDialog>
      <output>{sent}</output>
    </>
  );
}

it('a form in a dialog is submitted by Enter', async () => {
  const { user } = renderInApp(<NameDialog onClose={() => {}} />);
  expect(screen.getByRole('form', { name: 'Rename' })).toBeDefined();
  await user.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  expect(screen.getByText('Ada', { selector: 'output' })).toBeDefined();
});

it('Escape and Cancel of a form dialog can have different handlers', async () => {
  const [onClose, onCancel] = [vi.fn(), vi.fn()];
  const { user } = renderInApp(<NameDialog onClose={onClose} onCancel={onCancel} />);
  cancel(screen.getByRole('dialog'));
  expect([onClose.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
  await user.click(button(uiWords.cancel));
  expect([onClose.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
});

it.each([
  ['discards', undefined],
  ['keeps', vi.fn()],
])('a click outside does not close a changed form that Escape %s', async (_, onCancel) => {
  const onClose = vi.fn();
  const { user } = renderInApp(<NameDialog onClose={onClose} onCancel={onCancel} />);
  await user.click(screen.getByRole('dialog'));
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.click(screen.getByRole('dialog'));
  expect(onClose).toHaveBeenCalledTimes(1);
  cancel(screen.getByRole('dialog'));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('a form dialog stays open while the request is pending', async () => {
  const onClose = vi.fn();
  const { user } = renderInApp(<NameDialog pending onClose={onClose} />);
  cancel(screen.getByRole('dialog'));
  await user.click(button(uiWords.cancel));
  expect(onClose).not.toHaveBeenCalled();
  expect(button('Saving...').getAttribute('aria-busy')).toBe('true');
});

it.each([
  ['drawer', Drawer],
  ['sheet', Sheet],
])('a %s has a name and closes like every dialog', (_, Panel) => {
  const onClose = vi.fn();
  renderInApp(
    <Panel isOpen label="Conversations" onClose={onClose}>
      Inside
    </Panel>,
  );
  cancel(screen.getByRole('dialog', { name: 'Conversations' }));
  expect(onClose).toHaveBeenCalledOnce();
});
