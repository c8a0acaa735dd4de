import type { ReactNode } from 'react';
import { Modal } from './modal';
import { useSwipeClose } from './use-swipe-close';

export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Accessible name. */
  label: string;
  side?: 'start' | 'end';
  /** Any CSS width. Default: 80% of the viewport. */
  width?: string;
  children: ReactNode;
}

/** A panel that slides in from the side and can be swiped away. Its children are rendered only while it is open. */
export function Drawer({ isOpen, onClose, label, side = 'start', width = '80vw', children }: DrawerProps) {
  const atStart = side === 'start';
  const swipe = useSwipeClose(atStart ? 'left' : 'right', onClose);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      {...swipe}
      touchAction="pan-y pinch-zoom"
      aria-label={label}
      width={width}
      maxWidth="100vw"
      bg="bg.raised"
      height="100dvh"
      maxHeight="100dvh"
      pb="env(safe-area-inset-bottom)"
      m="0"
      ml={atStart ? '0' : 'auto'}
      borderWidth="0"
      borderRightWidth={atStart ? '1px' : '0'}
      borderLeftWidth={atStart ? '0' : '1px'}
      animation={`${atStart ? 'slideIn' : 'slideInEnd'} 200ms cubic-bezier(0.16, 1, 0.3, 1)`}
    >
      {children}
    </Modal>
  );
}
