import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brand } from '~/shared/brand';
import { useDebounced } from './use-debounced';
import { useDismiss } from './use-dismiss';
import { useDocumentTitle } from './use-document-title';
import { useLeaveWarning } from './use-leave-warning';
import { useSubscriptionRetry } from './use-subscription-retry';

afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('useDebounced', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('returns a value once it has stayed the same, and no intermediate values', () => {
    const seen: string[] = [];
    const { rerender } = renderHook(
      ({ value }) => {
        seen.push(useDebounced(value, 250));
      },
      { initialProps: { value: '' } },
    );
    for (const value of ['a', 'ad', 'ada']) {
      rerender({ value });
      pass(249);
    }
    expect(new Set(seen)).toEqual(new Set(['']));
    pass(1);
    expect(seen.at(-1)).toBe('ada');
    expect(seen).not.toContain('ad');
  });

  it('keeps its value if the input changes back in time', () => {
    const { result, rerender } = renderHook(({ value }) => useDebounced(value, 250), { initialProps: { value: 'a' } });
    rerender({ value: 'b' });
    pass(100);
    rerender({ value: 'a' });
    pass(1000);
    expect(result.current).toBe('a');
  });
});

describe('useDismiss', () => {
  const dismiss = vi.fn();
  beforeEach(() => void dismiss.mockReset());

  function Box({ isOpen }: { isOpen: boolean }) {
    const box = useRef<HTMLDivElement>(null);
    const opener = useRef<HTMLButtonElement>(null);
    useDismiss(box, isOpen, dismiss, opener);
    return (
      <>
        <button ref={opener} type="button">
          Open
        </button>
        <div ref={box}>
          <button type="button">Inside</button>
        </div>
        <button type="button">Outside</button>
      </>
    );
  }

  it.each([
    ['Inside', 0],
    ['Open', 0],
    ['Outside', 1],
  ])('a press on %s calls onDismiss %i times', (name, times) => {
    render(<Box isOpen />);
    fireEvent.pointerDown(screen.getByText(name));
    expect(dismiss).toHaveBeenCalledTimes(times);
  });

  it('calls onDismiss when the focus moves outside', () => {
    render(<Box isOpen />);
    act(() => screen.getByText('Inside').focus());
    expect(dismiss).not.toHaveBeenCalled();
    act(() => screen.getByText('Outside').focus());
    expect(dismiss).toHaveBeenCalledOnce();
  });

  it('ignores presses while it is closed', () => {
    const { rerender } = render(<Box isOpen />);
    rerender(<Box isOpen={false} />);
    fireEvent.pointerDown(screen.getByText('Outside'));
    expect(dismiss).not.toHaveBeenCalled();
  });
});

describe('useLeaveWarning', () => {
  const leaves = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return !event.defaultPrevented;
  };

  it('shows the browser warning only while there are unsaved changes', () => {
    const { rerender, unmount } = renderHook(({ wouldLose }) => useLeaveWarning(wouldLose), {
      initialProps: { wouldLose: false },
    });
    expect(leaves()).toBe(true);
    rerender({ wouldLose: true });
    expect(leaves()).toBe(false);
    rerender({ wouldLose: false });
    expect(leaves()).toBe(true);
    rerender({ wouldLose: true });
    unmount();
    expect(leaves()).toBe(true);
  });

  it('checks for unsaved changes when the page is left', () => {
    let isUnsaved = true;
    renderHook(() => useLeaveWarning(true, () => isUnsaved));
    expect(leaves()).toBe(false);
    isUnsaved = false;
    expect(leaves()).toBe(true);
  });
});

describe('useSubscriptionRetry', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('restarts a failed subscription after five seconds', () => {
    const reset = vi.fn();
    const { result, rerender } = renderHook(useSubscriptionRetry, { initialProps: { status: 'pending', reset } });
    expect(result.current).toBe(false);
    rerender({ status: 'error', reset });
    expect(result.current).toBe(true);
    pass(4999);
    expect(reset).not.toHaveBeenCalled();
    pass(1);
    expect(reset).toHaveBeenCalledOnce();
  });

  it('does not restart a subscription that has recovered or was unmounted', () => {
    const reset = vi.fn();
    const { rerender, unmount } = renderHook(useSubscriptionRetry, { initialProps: { status: 'error', reset } });
    rerender({ status: 'pending', reset });
    pass(60_000);
    rerender({ status: 'error', reset });
    unmount();
    pass(60_000);
    expect(reset).not.toHaveBeenCalled();
  });
});

it('useDocumentTitle puts the page title before the company name', () => {
  const before = document.title;
  const initialProps: { title?: string } = { title: 'Settings' };
  const { rerender } = renderHook(({ title }) => useDocumentTitle(title), { initialProps });
  expect(document.title).toBe(`Settings · ${brand.company}`);
  rerender({});
  expect(document.title).toBe(brand.company);
  document.title = before;
});
