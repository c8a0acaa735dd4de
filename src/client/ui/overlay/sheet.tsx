import type { ReactNode } from 'react';
import { Modal } from './modal';
import { useSwipeClose } from './use-swipe-close';

interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/**
 * A panel that slides in from below on phones and can be swiped away. Its children are rendered only while it is open.
 */
export function Sheet({ isOpen, onClose, label, children }: SheetProps) {
  const swipe = useSwipeClose('down', onClose);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      {...swipe}
      touchAction="pan-x pinch-zoom"
      aria-label={label}
      width="100vw"
      maxWidth="100vw"
      height="fit-content"
      maxHeight="80dvh"
      pb="env(safe-area-inset-bottom)"
      m="0"
      mt="auto"
      bg="bg.raised"
      borderWidth="0"
      borderTopWidth="1px"
      borderTopRadius="card"
      css={{ '&[open]': { display: 'flex', flexDirection: 'column' }, '& > *': { minHeight: '0' } }}
      animation="slideInUp 200ms cubic-bezier(0.16, 1, 0.3, 1)"
    >
      {children}
    </Modal>
  );
}
