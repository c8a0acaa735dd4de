import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPosition } from '~/client/testing/positions';
import { useDialogs } from './use-dialogs';

const [tesla, nvidia] = [openPosition(), openPosition({ id: '2', name: 'Nvidia' })];

it('shows one dialog at a time', () => {
  const { result } = renderHook(() => useDialogs());
  expect(result.current.openKind).toBeUndefined();
  act(() => result.current.open({ kind: 'add' }));
  act(() => result.current.open({ kind: 'close', position: tesla }));
  expect(result.current.openKind).toBe('close');
});

it('keeps a closed dialog, so that its draft survives', () => {
  const { result } = renderHook(() => useDialogs());
  act(() => result.current.open({ kind: 'add' }));
  act(() => result.current.close());
  expect(result.current.openKind).toBeUndefined();
  expect(result.current.dialogs).toEqual([{ kind: 'add' }]);
});

it('replaces the position of a dialog of the same kind', () => {
  const { result } = renderHook(() => useDialogs());
  act(() => result.current.open({ kind: 'delete', position: tesla }));
  act(() => result.current.open({ kind: 'delete', position: nvidia }));
  expect(result.current.dialogs).toEqual([{ kind: 'delete', position: nvidia }]);
});
