import { useState } from 'react';
import type { Position } from '~/shared/schemas/positions';
import { ReceiptDialog } from '../receipt/receipt-dialog';

/** How the gain is calculated, open at first: where the lock of a figure in an answer leads. */
export function OpenCalculation({ position }: { position: Position }) {
  const [isOpen, setIsOpen] = useState(true);
  return <ReceiptDialog isOpen={isOpen} position={position} onClose={() => setIsOpen(false)} />;
}
