import { useIdlePart } from '~/client/lib/lazy-part';

const loadCommands = () => import('./commands');

/** Loads shortcuts and the palette when the page is idle, because they are not needed before. */
export function LazyCommands() {
  const Commands = useIdlePart(loadCommands);
  return Commands && <Commands />;
}
