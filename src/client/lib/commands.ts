/**
 * What can be asked for from elsewhere than its own button: by a shortcut, or by name in the palette. The part that can
 * do it offers it as long as it is on the screen; the part that asks need not know who that is.
 */
export type CommandName = 'focusComposer' | 'newChat' | 'stopAnswer' | 'openPalette';

const offers = new Map<CommandName, () => void>();

/** From now on asks come here; the answer takes the offer back. A later offer of the same stands before this one. */
export function offerCommand(name: CommandName, run: () => void): () => void {
  offers.set(name, run);
  return () => {
    if (offers.get(name) === run) offers.delete(name);
  };
}

/** False where nobody on the screen can do it. */
export function runCommand(name: CommandName): boolean {
  const run = offers.get(name);
  run?.();
  return run !== undefined;
}
