import { lazy, Suspense } from 'react';
import type { InvestDialog } from './use-dialogs';

// Each dialog is loaded on first use, because most users only read.
const AddPositionDialog = lazy(async () => ({
  default: (await import('./admin/add-position-dialog')).AddPositionDialog,
}));
const ClosePositionDialog = lazy(async () => ({
  default: (await import('./admin/close-position-dialog')).ClosePositionDialog,
}));
const CorrectPositionDialog = lazy(async () => ({
  default: (await import('./admin/correct-position-dialog')).CorrectPositionDialog,
}));
const DeletePositionDialog = lazy(async () => ({
  default: (await import('./admin/delete-position-dialog')).DeletePositionDialog,
}));
const ReceiptDialog = lazy(async () => ({ default: (await import('./receipt/receipt-dialog')).ReceiptDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog')).ImportDialog }));

interface InvestDialogsProps {
  dialogs: InvestDialog[];
  openKind: InvestDialog['kind'] | undefined;
  onClose: () => void;
}

export function InvestDialogs({ dialogs, openKind, onClose }: InvestDialogsProps) {
  return dialogs.map((dialog) => (
    <Suspense key={dialog.kind}>
      <Dialog dialog={dialog} isOpen={dialog.kind === openKind} onClose={onClose} />
    </Suspense>
  ));
}

function Dialog({ dialog, ...shown }: { dialog: InvestDialog; isOpen: boolean; onClose: () => void }) {
  switch (dialog.kind) {
    case 'add':
      return <AddPositionDialog {...shown} />;
    case 'import':
      return <ImportDialog {...shown} />;
    case 'close':
      return <ClosePositionDialog key={dialog.position.id} position={dialog.position} {...shown} />;
    case 'correct':
      return <CorrectPositionDialog key={dialog.position.id} position={dialog.position} {...shown} />;
    case 'delete':
      return <DeletePositionDialog position={dialog.position} {...shown} />;
    case 'receipt':
      return <ReceiptDialog key={dialog.position.id} position={dialog.position} {...shown} />;
  }
}
