/** Mermaid is large, so it is a separate chunk that is loaded with the first diagram. */
import { diagramWords as words } from '~/client/words/diagram';

export type Drawer = Pick<typeof import('./draw-diagram'), 'drawDiagram'>;

export const drawer: { load: () => Promise<Drawer> } = { load: () => import('./draw-diagram') };

export const loadDrawer = (): Promise<Drawer> =>
  drawer.load().catch((cause) => {
    throw new Error(words.notLoaded, { cause });
  });
