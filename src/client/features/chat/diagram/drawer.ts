/** Mermaid is large: it comes with the first diagram, as a file of its own. */
import { diagramWords as words } from '~/client/words/diagram';

export type Drawer = Pick<typeof import('./draw-diagram'), 'drawDiagram'>;

export const drawer: { load: () => Promise<Drawer> } = { load: () => import('./draw-diagram') };

export const loadDrawer = (): Promise<Drawer> =>
  drawer.load().catch((cause) => {
    throw new Error(words.notLoaded, { cause });
  });
