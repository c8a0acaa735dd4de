import { expect, it, vi } from 'vitest';
import { registerCommand, runCommand } from './commands';

it('runs the registered command until it is unregistered', () => {
  expect(runCommand('stopAnswer')).toBe(false);
  const stop = vi.fn();
  const unregister = registerCommand('stopAnswer', stop);
  expect(runCommand('stopAnswer')).toBe(true);
  expect(stop).toHaveBeenCalledOnce();
  unregister();
  expect(runCommand('stopAnswer')).toBe(false);
});

it('keeps the later registration when the earlier one is removed', () => {
  const [earlier, later] = [vi.fn(), vi.fn()];
  const withdrawEarlier = registerCommand('focusComposer', earlier);
  const withdrawLater = registerCommand('focusComposer', later);
  withdrawEarlier();
  runCommand('focusComposer');
  expect(later).toHaveBeenCalledOnce();
  expect(earlier).not.toHaveBeenCalled();
  withdrawLater();
});
