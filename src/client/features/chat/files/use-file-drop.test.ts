import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { rejectFileDrops } from '~/client/lib/file-drops';
import { renderHookInApp } from '~/client/testing/render';
import { useFileDrop } from './use-file-drop';

const file = new File(['abc'], 'rates.pdf', { type: 'application/pdf' });
const holding = (types: string[], files: File[] = []) => ({ types, files });
const files = holding(['Files'], [file]);

function setUp() {
  const onFiles = vi.fn();
  const { result, unmount } = renderHookInApp((callback: typeof onFiles) => {
    // On every page of the application.
    useEffect(rejectFileDrops, []);
    return useFileDrop(callback);
  }, onFiles);
  /** Returns whether the browser's default action remains. */
  const fire = (type: string, fields: object, target: EventTarget = document.body) => {
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), fields);
    act(() => void target.dispatchEvent(event));
    return !event.defaultPrevented;
  };
  return { onFiles, fire, unmount, isOver: () => result.current };
}

it('shows that files are dragged over the page, until they leave the window', () => {
  const { fire, isOver } = setUp();
  expect(fire('dragover', { dataTransfer: files })).toBe(false);
  expect(isOver()).toBe(true);
  fire('dragleave', { relatedTarget: document.body });
  expect(isOver()).toBe(true);
  fire('dragleave', { relatedTarget: null });
  expect(isOver()).toBe(false);
});

it('accepts dropped files, which would otherwise replace the page', () => {
  const { fire, onFiles, isOver } = setUp();
  fire('dragover', { dataTransfer: files });
  expect(fire('drop', { dataTransfer: files })).toBe(false);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file]);
  expect(isOver()).toBe(false);
});

it('ignores dragged text', () => {
  const { fire, onFiles, isOver } = setUp();
  const text = holding(['text/plain']);
  expect(fire('dragover', { dataTransfer: text })).toBe(true);
  expect(isOver()).toBe(false);
  expect(fire('drop', { dataTransfer: text })).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

it('accepts nothing behind a dialog, but prevents a dropped file from replacing the page', () => {
  const { fire, onFiles, isOver } = setUp();
  document.body.append(Object.assign(document.createElement('dialog'), { open: true }));
  const dragged = { ...files, dropEffect: 'copy' };
  expect(fire('dragover', { dataTransfer: dragged })).toBe(false);
  expect(dragged.dropEffect).toBe('none');
  expect(isOver()).toBe(false);
  expect(fire('drop', { dataTransfer: files })).toBe(false);
  expect(fire('paste', { clipboardData: files })).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

it('leaves files that are dragged over a dialog to the dialog', () => {
  const { fire, isOver } = setUp();
  const dialog = document.body.appendChild(Object.assign(document.createElement('dialog'), { open: true }));
  dialog.addEventListener('dragover', (event) => event.preventDefault());
  const dragged = { ...files, dropEffect: 'copy' };
  fire('dragover', { dataTransfer: dragged }, dialog);
  expect(dragged.dropEffect).toBe('copy');
  expect(isOver()).toBe(false);
});

it('ignores a drop that another element has handled', () => {
  const { fire, onFiles } = setUp();
  const box = document.body.appendChild(document.createElement('div'));
  box.addEventListener('drop', (event) => event.preventDefault());
  fire('drop', { dataTransfer: files }, box);
  expect(onFiles).not.toHaveBeenCalled();
});

it('accepts pasted files, also in the text box', () => {
  const { fire, onFiles } = setUp();
  const box = document.body.appendChild(document.createElement('textarea'));
  expect(fire('paste', { clipboardData: files }, box)).toBe(false);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file]);
});

it.each([
  ['an input', () => document.createElement('input')],
  [
    'an editor',
    () => {
      const editor = document.createElement('p');
      editor.setAttribute('contenteditable', 'true');
      return editor;
    },
  ],
])('ignores files pasted into %s', (_, create) => {
  const { fire, onFiles } = setUp();
  expect(fire('paste', { clipboardData: files }, document.body.appendChild(create()))).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

it('uses the text of a copied table, and not the image that comes with it', () => {
  const { fire, onFiles } = setUp();
  const table = holding(['text/plain', 'text/html', 'Files'], [file]);
  expect(fire('paste', { clipboardData: table })).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

it('accepts nothing after its screen was left', () => {
  const { fire, onFiles, unmount } = setUp();
  unmount();
  expect(fire('drop', { dataTransfer: files })).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

it('shows no overlay over elements that accept files themselves, such as a project', () => {
  const { fire, onFiles, isOver } = setUp();
  const project = document.body.appendChild(document.createElement('button'));
  for (const type of ['dragover', 'drop']) project.addEventListener(type, (event) => event.preventDefault());
  fire('dragover', { dataTransfer: files });
  fire('dragover', { dataTransfer: files }, project);
  expect(isOver()).toBe(false);
  fire('drop', { dataTransfer: files }, project);
  expect(onFiles).not.toHaveBeenCalled();
  project.remove();
});
