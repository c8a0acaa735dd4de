import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { ShareTarget } from './share-target';

const ShareDialog = lazyPart(() => import('./share-dialog'));

/** The share dialog, and a function to open it. */
export function useShareDialog(target: ShareTarget): { open: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <ShareDialog target={target} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
