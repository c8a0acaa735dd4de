import { useEffect } from 'react';
import { type CommandName, offerCommand } from '~/client/lib/commands';

/** Offers a command while this part is on the screen; without `run` it does not, such as while nothing can be stopped. */
export function useCommand(name: CommandName, run: (() => void) | undefined): void {
  useEffect(() => (run ? offerCommand(name, run) : undefined), [name, run]);
}
