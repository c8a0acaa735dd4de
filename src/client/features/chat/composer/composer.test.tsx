import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { config } from '~/client/testing/config';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { researchAnswers, startedResearch } from '~/client/testing/researches';
import { composerWords as words } from '~/client/words/composer';
import { dictationWords } from '~/client/words/dictation';
import { researchWords } from '~/client/words/research';
import { brand } from '~/shared/brand';
import { limits } from '~/shared/limits';
import { type DraftFiles, usePendingFiles } from '../files/use-pending-files';
import { Composer } from './composer';

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: words.message(brand.chat) });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: words.send });

function setUp(draft: string, options: { text?: string; onStop?: () => void; answers?: FakeResponses } = {}) {
  const requests = fakeServer({ 'auth.config': () => config, ...options.answers });
  const onSend = vi.fn();
  const seen: { files?: DraftFiles } = {};
  let setEnded = (_: boolean) => {};
  function Page() {
    const files = usePendingFiles(draft);
    const [text, setText] = useState(options.text ?? '');
    seen.files = files;
    const [isEnded, onEnded] = useState(false);
    setEnded = onEnded;
    return (
      <Composer
        text={text}
        onChange={setText}
        files={files}
        onSend={onSend}
        isSending={false}
        onStop={isEnded ? undefined : options.onStop}
      />
    );
  }
  return { onSend, seen, requests, end: () => act(() => setEnded(true)), ...renderInApp(<Page />) };
}

it('sends with Enter and adds a line with Shift+Enter', async () => {
  const { onSend, user } = setUp('enter');
  await user.type(box(), 'One{Shift>}{Enter}{/Shift}two');
  expect(onSend).not.toHaveBeenCalled();
  await user.type(box(), '{Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('One\ntwo');
});

it('accepts a file dropped before the rest of the page has loaded', async () => {
  const { seen } = setUp('drop');
  // A rejected file starts no upload, which would outlive the test.
  const dataTransfer = { types: ['Files'], files: [new File(['MZ'], 'setup.exe')] };
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer });
  box().dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  await waitFor(() => expect(seen.files?.rejections).toEqual(['setup.exe: This file type is not allowed']));
});

it('leaves the focus in a menu that was opened while the conversation was loading', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const menu = document.body.appendChild(document.createElement('div'));
  menu.setAttribute('role', 'menu');
  const item = menu.appendChild(document.createElement('button'));
  item.focus();
  setUp('menu');
  expect(document.activeElement).toBe(item);
  menu.remove();
  setUp('no menu');
  expect(screen.getAllByRole('textbox')).toContain(document.activeElement);
});

it('does not send a blank text', async () => {
  const { onSend, user } = setUp('blank');
  await user.type(box(), '  {Enter}');
  expect(send().disabled).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

it('sends a text of exactly the maximum length', async () => {
  const { onSend, user } = setUp('most', { text: 'a'.repeat(limits.messageCharacters) });
  expect(box().getAttribute('aria-invalid')).not.toBe('true');
  await user.type(box(), '{Enter}');
  expect(onSend).toHaveBeenCalledOnce();
});

it('neither sends nor cuts a text that is too long, and shows by how much', async () => {
  const { onSend, user } = setUp('long', { text: 'a'.repeat(limits.messageCharacters) });
  await user.type(box(), 'bc{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(box().value).toHaveLength(limits.messageCharacters + 2);
  expect(await screen.findByText(words.tooMany('2', false))).toBeDefined();
});

it('offers to stop an answer that is streaming, and still accepts the next message', async () => {
  const onStop = vi.fn();
  const { onSend, user } = setUp('stop', { onStop });
  expect(screen.queryByRole('button', { name: words.sendLater })).toBeNull();
  await user.type(box(), 'Next{Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Next');
  expect(screen.getByRole('button', { name: words.sendLater })).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.stop }));
  expect(onStop).toHaveBeenCalledOnce();
});

it('does not send during an upload', async () => {
  const { onSend, seen, requests, user } = setUp('files', {
    text: 'With a file',
    answers: { 'uploads.create': () => new Promise(() => {}) },
  });
  act(() => void seen.files?.store.add([new File(['%PDF-1.7'], 'prices.pdf', { type: 'application/pdf' })]));
  await waitFor(() => expect(send().getAttribute('aria-disabled')).toBe('true'));
  await user.type(box(), '{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  // Uploads outlive the composer, so this one would continue in the next test.
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('uploads.create'));
  act(() => seen.files?.store.clear());
});

it('stops the answer with Escape, and keeps the focus in the box when its button is used', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const onStop = vi.fn();
  const { user } = setUp('stop', { onStop });
  await user.type(box(), 'My next question');
  fireEvent.keyDown(box(), { key: 'Escape', keyCode: 229 });
  expect(onStop).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onStop).toHaveBeenCalledOnce();
  expect(box().value).toBe('My next question');
  await user.click(screen.getByRole('button', { name: words.stop }));
  expect(onStop).toHaveBeenCalledTimes(2);
  expect(document.activeElement).toBe(box());
});

it('moves the focus from the stop button to the box when the answer ends', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const { end } = setUp('end', { onStop: vi.fn() });
  screen.getByRole('button', { name: words.stop }).focus();
  end();
  expect(screen.queryByRole('button', { name: words.stop })).toBeNull();
  expect(document.activeElement).toBe(box());
});

it('adds all phrases that voice input returns at once', async () => {
  let session: { onresult?: (event: object) => void } = {};
  class Recognition {
    constructor() {
      session = this as typeof session;
    }
    start() {}
    stop() {}
    abort() {}
  }
  vi.stubGlobal('SpeechRecognition', Recognition);
  const { user } = setUp('phrases', { text: 'Rates: ' });
  await user.click(await screen.findByRole('button', { name: dictationWords.voiceInput }));
  const results = ['what moves them', 'and why'].map((transcript) => ({ isFinal: true, 0: { transcript } }));
  act(() => session.onresult?.({ resultIndex: 0, results }));
  expect(box().value).toBe('Rates: what moves them and why');
});

it('keeps text that was typed since a research run was started', async () => {
  let arrive: () => void = () => {};
  const { user, requests } = setUp('research', {
    text: 'Where do rates stand?',
    answers: {
      ...researchAnswers(true),
      'research.start': () => new Promise((resolve) => (arrive = () => resolve(startedResearch))),
    },
  });
  const start = await screen.findByRole('button', { name: researchWords.button });
  await user.click(start);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('research.start'));
  await user.type(box(), ' And banks?');
  expect(start.getAttribute('aria-disabled')).toBe('true');
  await act(async () => arrive());
  await waitFor(() => expect(start.getAttribute('aria-disabled')).toBeNull());
  expect(box().value).toBe('Where do rates stand? And banks?');
});
