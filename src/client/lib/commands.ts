/**
 * Commands that can also be run by a shortcut or from the command palette. A component registers the command while it
 * is mounted, so that callers don't depend on the component.
 */
export type CommandName = 'focusComposer' | 'newChat' | 'stopAnswer' | 'openPalette';

const offers = new Map<CommandName, () => void>();

/** Registers a handler and returns a function that unregisters it. A later registration replaces an earlier one. */
export function offerCommand(name: CommandName, run: () => void): () => void {
  offers.set(name, run);
  return () => {
    if (offers.get(name) === run) offers.delete(name);
  };
}

/** Runs a command. Returns false if no mounted component has registered it. */
export function runCommand(name: CommandName): boolean {
  const run = offers.get(name);
  run?.();
  return run !== undefined;
}
