import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { attachedFilesWords as words } from '~/client/words/attached-files';
import { AttachedFile } from './attached-file';
import type { FileServer } from './file-claims';
import type { PendingFile } from './pending-file';
import { createPendingFiles } from './pending-files';

const pdf: PendingFile = {
  key: 'k1',
  name: 'rates.pdf',
  type: 'application/pdf',
  size: 2048,
  state: 'uploading',
  progress: 0.426,
};
const unused: FileServer = {
  create: () => Promise.reject(new Error('not used')),
  claim: () => Promise.reject(new Error('not used')),
  attachText: () => Promise.reject(new Error('not used')),
  remove: () => Promise.reject(new Error('not used')),
};

function show(changes: Partial<PendingFile> = {}) {
  const store = {
    ...createPendingFiles('files:ada:one', unused),
    retry: vi.fn(),
    togglePause: vi.fn(async () => {}),
    remove: vi.fn(),
  };
  const app = renderInApp(
    <form>
      <ul>
        <AttachedFile file={{ ...pdf, ...changes }} store={store} />
      </ul>
      <textarea aria-label="Message" />
    </form>,
  );
  return { store, ...app };
}
const buttons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
const press = (name: string) => screen.getByRole('button', { name });

it('shows upload progress as text and as a bar', () => {
  show();
  expect(screen.getByText('2 KB · Uploading 42%')).toBeDefined();
  const bar = screen.getByRole('progressbar', { name: words.uploadOf('rates.pdf') });
  expect(bar.getAttribute('aria-valuenow')).toBe('42');
});

it.each([
  ['uploading', [words.pauseOne('rates.pdf'), words.cancelOne('rates.pdf')]],
  ['paused', [words.resumeOne('rates.pdf'), words.cancelOne('rates.pdf')]],
  ['offline', [words.cancelOne('rates.pdf')]],
  ['retrying', [words.cancelOne('rates.pdf')]],
  ['checking', [words.cancelOne('rates.pdf')]],
  ['ready', [words.removeOne('rates.pdf')]],
  ['failed', [words.removeOne('rates.pdf')]],
] as const)('offers the actions that help while it is %s', (state, offered) => {
  show({ state });
  expect(buttons()).toEqual(offered);
});

it('has no bar once it is uploaded or has failed', () => {
  const { unmount } = show({ state: 'ready', progress: 1 });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText('2 KB · Ready')).toBeDefined();
  unmount();
  show({ state: 'failed' });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText(words.uploadFailed)).toBeDefined();
});

it('shows why it failed, and retries where that can help', async () => {
  const { user, store } = show({ state: 'failed', error: 'The storage is full', canRetry: true });
  expect(screen.getByText('The storage is full')).toBeDefined();
  await user.click(press(words.retryOne('rates.pdf')));
  expect(store.retry).toHaveBeenCalledExactlyOnceWith('k1');
});

it('pauses and resumes', async () => {
  const { user, store } = show();
  await user.click(press(words.pauseOne('rates.pdf')));
  expect(store.togglePause).toHaveBeenCalledExactlyOnceWith('k1');
});

it('moves the focus to the text box when it is removed by keyboard, but not by touch', async () => {
  const { user, store } = show({ state: 'ready' });
  const button = press(words.removeOne('rates.pdf'));
  await user.click(button);
  expect(store.remove).toHaveBeenCalledExactlyOnceWith('k1');
  expect(document.activeElement).not.toBe(screen.getByRole('textbox'));
  button.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('does not let a name imitate another file type', () => {
  show({ name: 'invoice\u202efdp.exe' });
  expect(screen.getByTitle('invoicefdp.exe').textContent).toBe('invoicefdp.exe');
});
