import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { uiWords } from '~/client/words/ui';
import { uploadWords as words } from '~/client/words/upload';
import { uploadPanelWords } from '~/client/words/upload-panel';
import { UploadButton } from './upload-button';
import type { UploadResult } from './upload-rules';

const props = { onGetUploadParameters: vi.fn(), onComplete: vi.fn() };

it('accepts no more files than a message can have, shows why, and stays focusable', async () => {
  const { user } = renderInApp(<UploadButton {...props} maxNumberOfFiles={2} numberTaken={2} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: words.attachFiles });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.disabled).toBe(false);
  await user.hover(button);
  expect(await screen.findByText(words.tooMany(2))).toBeDefined();
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens the dialog with the number of files that still fit, and closes it with a button or Escape', async () => {
  const { user } = renderInApp(
    <UploadButton {...props} maxNumberOfFiles={5} numberTaken={4} maxFileSize={10 * 1024 * 1024} />,
  );
  const button = screen.getByRole('button', { name: words.attachFiles });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: uploadPanelWords.title });
  expect(await within(dialog).findByText(uploadPanelWords.limits('10 MB', 1))).toBeDefined();
  await user.click(closeButton(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button);
  fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const closeButton = (dialog: HTMLElement) =>
  within(dialog).getAllByRole('button', { name: uploadPanelWords.close })[0] as HTMLElement;

const question = () => screen.findByRole('alertdialog', { name: uploadPanelWords.discardTitle(1) });

/** Opens the dialog and chooses files in it. */
async function choose(
  changes: Partial<typeof props> = {},
  button = <UploadButton {...props} {...changes} maxNumberOfFiles={5} maxFileSize={10 * 1024 * 1024} />,
  names = ['rates.txt'],
) {
  const { user } = renderInApp(button);
  await user.click(screen.getByRole('button', { name: words.attachFiles }));
  const dialog = await screen.findByRole('dialog', { name: uploadPanelWords.title });
  const field = await waitFor(() => {
    const found = dialog.querySelector<HTMLInputElement>('.uppy-Dashboard-input');
    if (!found) throw new Error('no file input yet');
    return found;
  });
  const files = names.map((name) => new File(['Rates fall.'], name, { type: 'text/plain' }));
  fireEvent.change(field, { target: { files } });
  for (const name of names) await within(dialog).findByText(name);
  return { user, dialog };
}

it('keeps chosen files on a click outside, and discards them on Escape only after asking', async () => {
  const { user, dialog } = await choose();
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(within(dialog).getByText('rates.txt')).toBeDefined();

  const pressEscape = () => fireEvent.keyDown(dialog, { key: 'Escape' });
  pressEscape();
  await user.click(within(await question()).getByRole('button', { name: uiWords.cancel }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(within(dialog).getByText('rates.txt')).toBeDefined();
  pressEscape();
  await user.click(within(await question()).getByRole('button', { name: uploadPanelWords.discard }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks before the button that closes it discards chosen files', async () => {
  const { user, dialog } = await choose();
  const close = () => user.click(closeButton(dialog));
  await close();
  await user.click(within(await question()).getByRole('button', { name: uiWords.cancel }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(within(dialog).getByText('rates.txt')).toBeDefined();
  await close();
  await user.click(within(await question()).getByRole('button', { name: uploadPanelWords.discard }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('stays open during an upload, and says how to stop it, which ends it', async () => {
  const onGetUploadParameters = vi.fn(() => new Promise<never>(() => {}));
  const onComplete = vi.fn();
  const { user, dialog } = await choose({ onGetUploadParameters, onComplete });
  await user.click(await within(dialog).findByRole('button', { name: 'Upload 1 file' }));
  await waitFor(() => expect(onGetUploadParameters).toHaveBeenCalledOnce());
  await user.click(closeButton(dialog));
  expect(await within(dialog).findByText(uploadPanelWords.isUploading)).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(within(dialog).getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onComplete).toHaveBeenCalledExactlyOnceWith({ successful: [], failed: [] });
});

it('reports the end of each attempt to the caller as last rendered', async () => {
  const onGetUploadParameters = vi.fn(() => Promise.reject(new ServerError('Your storage is full')));
  const ends = vi.fn();
  function Counting() {
    const [count, setCount] = useState(1);
    const onComplete = () => {
      ends(count);
      setCount(count + 1);
    };
    return <UploadButton onGetUploadParameters={onGetUploadParameters} onComplete={onComplete} />;
  }
  const { user, dialog } = await choose({}, <Counting />);
  await user.click(await within(dialog).findByRole('button', { name: 'Upload 1 file' }));
  await waitFor(() => expect(ends).toHaveBeenCalledExactlyOnceWith(1));
  await user.click(await within(dialog).findByRole('button', { name: 'Retry upload' }));
  await waitFor(() => expect(ends).toHaveBeenCalledTimes(2));
  expect(ends).toHaveBeenLastCalledWith(2);
});

describe('a file that is retried with its own button', () => {
  let sent: HeldRequest[];
  class HeldRequest {
    status = 0;
    responseText = '';
    upload: { onprogress?: (event: { loaded: number }) => void } = {};
    onload = () => {};
    open() {}
    setRequestHeader() {}
    abort() {}
    send() {
      sent.push(this);
      // Only a file of which some bytes were sent has a button of its own.
      this.upload.onprogress?.({ loaded: 1 });
    }
    end(status: number) {
      this.status = status;
      this.onload();
    }
  }
  beforeEach(() => {
    sent = [];
    vi.stubGlobal('XMLHttpRequest', HeldRequest);
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Chooses files, and starts to upload them. */
  async function upload(...names: string[]) {
    const target = async ({ name }: { name: string }) => ({ method: 'PUT' as const, headers: {}, url: name });
    const returned: string[][] = [];
    const onComplete = vi.fn(({ successful }: UploadResult) =>
      returned.push(successful.map(({ uploadURL }) => uploadURL)),
    );
    const opened = await choose({ onGetUploadParameters: vi.fn(target), onComplete }, undefined, names);
    await opened.user.click(await within(opened.dialog).findByRole('button', { name: /^Upload \d/ }));
    await waitFor(() => expect(sent).toHaveLength(names.length));
    return { ...opened, returned };
  }

  it.each([
    ['after', [1, 2], [['growth.txt'], ['rates.txt']]],
    ['before', [2, 1], [['rates.txt'], ['growth.txt']]],
  ])('is returned when it is uploaded, %s a file of the first attempt', async (_name, order, expected) => {
    const { user, dialog, returned } = await upload('rates.txt', 'growth.txt');
    sent[0]?.end(507);
    const findButton = () =>
      dialog.querySelector<HTMLElement>('.uppy-Dashboard-Item-progressIndicator[title="Retry upload"]');
    await waitFor(() => expect(findButton()).not.toBeNull());
    await user.click(findButton() as HTMLElement);
    await waitFor(() => expect(sent).toHaveLength(3));
    for (const [index, request] of order.entries()) {
      sent[request]?.end(200);
      await waitFor(() => expect(returned).toEqual(expected.slice(0, index + 1)));
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('warns before the page is left during an upload, and can be closed with Escape once it has failed', async () => {
  let fail = (_: Error) => {};
  const onGetUploadParameters = vi.fn(() => new Promise<never>((_resolve, reject) => (fail = reject)));
  const { user, dialog } = await choose({ onGetUploadParameters });
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leaves()).toBe(true);
  await user.click(await within(dialog).findByRole('button', { name: 'Upload 1 file' }));
  await waitFor(() => expect(onGetUploadParameters).toHaveBeenCalledOnce());
  expect(leaves()).toBe(false);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fail(new ServerError('Your storage is full'));
  await screen.findByText('rates.txt: Your storage is full');
  expect(leaves()).toBe(true);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await user.click(await screen.findByRole('button', { name: uploadPanelWords.discard }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is disabled, with a text label, while no more files fit', () => {
  renderInApp(
    <UploadButton {...props} maxNumberOfFiles={1} numberTaken={1}>
      Replace
    </UploadButton>,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replace' }).disabled).toBe(true);
});
