import { useEffect } from 'react';
import { type CommandName, registerCommand } from '~/client/lib/commands';

/** Registers a command while the component is mounted. Without `run` the command is unavailable. */
export function useCommand(name: CommandName, run: (() => void) | undefined): void {
  useEffect(() => (run ? registerCommand(name, run) : undefined), [name, run]);
}
