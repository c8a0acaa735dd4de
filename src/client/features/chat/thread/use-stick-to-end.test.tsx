import { act, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { useStickToEnd } from './use-stick-to-end';

/** A scroll container whose position and size are set by the test. */
function Thread() {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd } = useStickToEnd(box, content, { topKey: 'first' });
  return (
    <div ref={box} data-testid="box">
      <div ref={content}>
        {isAtEnd ? 'following' : 'left alone'}
        <button type="button" aria-pressed={false}>
          Chart
        </button>
        <button type="button">Copy</button>
      </div>
    </div>
  );
}

let place = { scrollTop: 0, scrollHeight: 0 };
let box: HTMLElement;

function scrollTo(scrollTop: number, scrollHeight: number) {
  place = { scrollTop, scrollHeight };
  act(() => void box.dispatchEvent(new Event('scroll')));
}

let resizes: (() => void)[] = [];
class FakeResizeObserver {
  constructor(callback: () => void) {
    resizes.push(callback);
  }
  observe() {}
  disconnect() {}
}

function growTo(scrollHeight: number) {
  place.scrollHeight = scrollHeight;
  act(() => {
    for (const resize of resizes) resize();
  });
}

beforeEach(() => {
  resizes = [];
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  renderInApp(<Thread />);
  box = screen.getByTestId('box');
  Object.defineProperties(box, {
    clientHeight: { value: 500 },
    scrollHeight: { get: () => place.scrollHeight },
    scrollTo: {
      value: ({ top = 0 }: ScrollToOptions) => {
        place.scrollTop = top;
      },
    },
    scrollTop: {
      get: () => place.scrollTop,
      set: (top: number) => {
        place.scrollTop = top;
      },
    },
  });
  scrollTo(1500, 2000);
});

describe('following the end', () => {
  it('continues when rendered files or images move the text up', () => {
    scrollTo(1380, 2100);
    expect(screen.getByText('following')).toBeTruthy();
    expect(place.scrollTop).toBe(2100);
  });

  it('stops on the wheel, a drag or a key', () => {
    box.dispatchEvent(new Event('wheel'));
    scrollTo(1380, 2100);
    expect(screen.getByText('left alone')).toBeTruthy();
  });

  it('stops when a search in the page scrolls far up', () => {
    scrollTo(300, 2000);
    expect(screen.getByText('left alone')).toBeTruthy();
  });

  it('stops when a screen reader scrolls up by less than a screen', () => {
    scrollTo(1380, 2000);
    expect(screen.getByText('left alone')).toBeTruthy();
  });

  it('resumes when the user returns to the end', () => {
    box.dispatchEvent(new Event('wheel'));
    scrollTo(1000, 2000);
    scrollTo(1490, 2000);
    expect(screen.getByText('following')).toBeTruthy();
  });

  it('stops when the user opens a part of a message, which then stays in view', () => {
    screen.getByRole('button', { name: 'Chart' }).click();
    growTo(2300);
    expect(place.scrollTop).toBe(1500);
    expect(screen.getByText('left alone')).toBeTruthy();
  });

  it('continues after other clicks, and when little is opened', () => {
    screen.getByRole('button', { name: 'Copy' }).click();
    growTo(2300);
    expect(place.scrollTop).toBe(2300);
    scrollTo(1800, 2300);
    screen.getByRole('button', { name: 'Chart' }).click();
    growTo(2340);
    expect(place.scrollTop).toBe(2340);
    expect(screen.getByText('following')).toBeTruthy();
  });
});
