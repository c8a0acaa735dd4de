/**
 * Commands that can also be run by a shortcut or from the command palette. A component registers the command while it
 * is mounted, so that callers don't depend on the component.
 */
export type CommandName = 'focusComposer' | 'newChat' | 'stopAnswer' | 'openPalette';

const handlers = new Map<CommandName, () => void>();

/** Registers a handler and returns a function that unregisters it. A later registration replaces an earlier one. */
export function registerCommand(name: CommandName, run: () => void): () => void {
  handlers.set(name, run);
  return () => {
    if (handlers.get(name) === run) handlers.delete(name);
  };
}

/** Runs a command. Returns false if no mounted component has registered it. */
export function runCommand(name: CommandName): boolean {
  const run = handlers.get(name);
  run?.();
  return run !== undefined;
}
