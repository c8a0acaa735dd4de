import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { composerWords } from '~/client/words/composer';
import { dictationWords as words } from '~/client/words/dictation';
import { DictateButton } from './dictate-button';
import { TooLongNotice } from './too-long-notice';

/** A fake SpeechRecognition whose results the test controls. */
class FakeRecognition {
  onresult?: (event: object) => void;
  onerror?: (event: { error: string }) => void;
  onend?: () => void;
  start = vi.fn(() => sessions.push(this));
  stop = vi.fn(() => this.onend?.());
  abort = vi.fn();
}
let sessions: FakeRecognition[];
beforeEach(() => {
  sessions = [];
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
});
afterEach(() => vi.unstubAllGlobals());

function dictate() {
  const onText = vi.fn();
  const app = renderInApp(<DictateButton onText={onText} />);
  return { onText, ...app };
}
const press = (name: string) => screen.getByRole('button', { name });
const result = (transcript: string, isFinal = true) => ({ isFinal, 0: { transcript } });
const session = () => sessions.at(-1) as FakeRecognition;

it('adds each finished phrase to the box until it is stopped', async () => {
  const { user, onText } = dictate();
  await user.click(press(words.voiceInput));
  expect(press(words.stopVoiceInput).getAttribute('aria-pressed')).toBe('true');
  act(() => session().onresult?.({ resultIndex: 0, results: [result(' What moves rates ')] }));
  act(() => session().onresult?.({ resultIndex: 1, results: [result('What moves rates'), result(' today')] }));
  expect(onText.mock.calls).toEqual([['What moves rates'], ['today']]);
  await user.click(press(words.stopVoiceInput));
  expect(session().stop).toHaveBeenCalledOnce();
  expect(press(words.voiceInput).getAttribute('aria-pressed')).toBe('false');
  expect(sessions).toHaveLength(1);
});

it('ignores interim results', async () => {
  const { user, onText } = dictate();
  await user.click(press(words.voiceInput));
  act(() => session().onresult?.({ resultIndex: 0, results: [result('What', false)] }));
  expect(onText).not.toHaveBeenCalled();
});

it.each([
  ['not-allowed', words.microphoneBlocked],
  ['service-not-allowed', words.dictationForbidden],
  ['audio-capture', words.noMicrophone],
  ['network', words.dictationOffline],
  ['no-speech', words.nothingHeard],
  ['something-new', words.dictationStopped],
])('shows how to resolve "%s", and can be started again', async (error, text) => {
  const { user } = dictate();
  await user.click(press(words.voiceInput));
  act(() => {
    session().onerror?.({ error });
    session().onend?.();
  });
  expect(await screen.findByText(text)).toBeDefined();
  await user.click(press(words.voiceInput));
  expect(sessions).toHaveLength(2);
});

it('shows no error if the user left, and releases the microphone', async () => {
  const { user, unmount } = dictate();
  await user.click(press(words.voiceInput));
  const { abort, onerror } = session();
  unmount();
  expect(abort).toHaveBeenCalledOnce();
  onerror?.({ error: 'aborted' });
  expect(screen.queryByText(words.dictationStopped)).toBeNull();
});

it('shows that the browser has no voice input, and stays focusable', () => {
  vi.stubGlobal('SpeechRecognition', undefined);
  dictate();
  const button = press(words.noVoiceInput) as HTMLButtonElement;
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.disabled).toBe(false);
});

it('shows by how much a text is too long, and attaches it as a file once', async () => {
  let done = () => {};
  const onAttachText = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        done = resolve;
      }),
  );
  const { user, rerender } = renderInApp(<TooLongNotice surplus={1} onAttachText={onAttachText} />);
  expect(screen.getByRole('status').textContent).toBe(composerWords.tooMany('1', true));
  rerender(<TooLongNotice surplus={1500} onAttachText={onAttachText} />);
  expect(screen.getByRole('status').textContent).toBe(composerWords.tooMany('1,500', false));
  await user.click(press(composerWords.attachAsText));
  await user.click(press(composerWords.attachAsText));
  expect(onAttachText).toHaveBeenCalledOnce();
  await act(async () => done());
  await user.click(press(composerWords.attachAsText));
  expect(onAttachText).toHaveBeenCalledTimes(2);
});
