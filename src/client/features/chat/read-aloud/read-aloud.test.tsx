import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Menu } from '~/client/ui/menu/menu';
import { readAloudWords as words } from '~/client/words/read-aloud';
import { ReadAloudItem, StopReading } from './read-aloud';
import { partsOf } from './speech';

class Utterance {
  lang = '';
  onend: () => void = () => {};
  onerror: (event: { error: string }) => void = () => {};
  constructor(readonly text: string) {}
}
const spoken: Utterance[] = [];
const cancel = vi.fn(() => spoken.splice(0));

beforeEach(() => {
  spoken.length = 0;
  cancel.mockClear();
  vi.stubGlobal('speechSynthesis', { speak: (utterance: Utterance) => spoken.push(utterance), cancel });
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
});

const answer = {
  id: 'a',
  content: '## Rates\n\nThe **deposit** rate was kept.[[1]](https://example.com/a_(b)) It is 2.00%.\n\n```js\nx()\n```',
};
const setUp = () =>
  renderInApp(
    <>
      <Menu label="More" opener="…">
        <ReadAloudItem {...answer} />
      </Menu>
      <StopReading id={answer.id} />
    </>,
  );
async function choose(user: ReturnType<typeof setUp>['user'], item: string) {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}
const stopButton = () => screen.queryByRole('button', { name: words.stop });

it('reads the text of an answer in its language, without marks, URLs and source numbers', async () => {
  const { user } = setUp();
  await choose(user, words.read);
  expect(spoken.map(({ text }) => text).join(' ')).toBe('Rates The deposit rate was kept. It is 2.00%. Code.');
  expect(spoken[0]?.lang).toBe('en');
  expect(stopButton()).not.toBeNull();
});

it('stops from the menu and from the button beside it', async () => {
  const { user } = setUp();
  await choose(user, words.read);
  await choose(user, words.stop);
  expect(spoken).toEqual([]);
  expect(stopButton()).toBeNull();
  await choose(user, words.read);
  await user.click(screen.getByRole('button', { name: words.stop }));
  expect(stopButton()).toBeNull();
});

it('ends with the last sentence, and when the answer is unmounted', async () => {
  const { user, unmount } = setUp();
  await choose(user, words.read);
  spoken.at(-1)?.onend();
  await vi.waitFor(() => expect(stopButton()).toBeNull(), { timeout: 60_000 });
  await choose(user, words.read);
  cancel.mockClear();
  unmount();
  expect(cancel).toHaveBeenCalledOnce();
});

it('is not offered if the browser has no voices', async () => {
  vi.stubGlobal('speechSynthesis', undefined);
  Reflect.deleteProperty(window, 'speechSynthesis');
  const { user } = setUp();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.queryByRole('menuitem', { name: words.read })).toBeNull();
});

it('splits long texts into whole sentences', () => {
  const text = 'Rates fell again in the euro area. '.repeat(40);
  const parts = partsOf(text);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.every((part) => part.length <= 220 && part.endsWith('.'))).toBe(true);
  expect(parts.join(' ')).toBe(text.trim());
  expect(partsOf('--- ...')).toEqual([]);
});

it.each([
  ['Chinese', '存款利率维持在百分之二，通胀接近目标，银行预计明年增长放缓，', 60],
  ['Hindi', 'जमा दर 2% पर बनी रही और महंगाई लक्ष्य के करीब है। ', 220],
  ['Thai', 'อัตราดอกเบี้ยเงินฝากยังคงอยู่ที่ 2% และ ', 220],
  ['a long sentence', 'the rate, which was 2,000.00 before, rose and ', 220],
])('the parts of a text in %s are short enough for browsers', (_name, piece, longest) => {
  const text = piece.repeat(20);
  const parts = partsOf(text);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(longest);
  expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  expect(parts.length).toBeLessThan(text.length / (longest / 3));
});
