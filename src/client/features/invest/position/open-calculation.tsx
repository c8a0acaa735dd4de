import { useState } from 'react';
import type { Position } from '~/shared/schemas/positions';
import { ReceiptDialog } from '../receipt/receipt-dialog';

/** The calculation of the gain, initially open: the target of the lock icon of a figure in an answer. */
export function OpenCalculation({ position }: { position: Position }) {
  const [isOpen, setIsOpen] = useState(true);
  return <ReceiptDialog isOpen={isOpen} position={position} onClose={() => setIsOpen(false)} />;
}
