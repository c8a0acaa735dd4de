import { useCallback, useState } from 'react';
import type { Position } from '~/shared/schemas/positions';

export type InvestDialog =
  | { kind: 'add' }
  | { kind: 'import' }
  | { kind: 'close'; position: Position }
  | { kind: 'correct'; position: Position }
  | { kind: 'delete'; position: Position }
  | { kind: 'receipt'; position: Position };

/** One dialog at a time. It stays mounted after closing, so that it can return the focus and keep its draft. */
export function useDialogs() {
  const [known, setKnown] = useState<Partial<Record<InvestDialog['kind'], InvestDialog>>>({});
  const [openKind, setOpenKind] = useState<InvestDialog['kind']>();
  const open = useCallback((dialog: InvestDialog) => {
    setKnown((before) => ({ ...before, [dialog.kind]: dialog }));
    setOpenKind(dialog.kind);
  }, []);
  const close = useCallback(() => setOpenKind(undefined), []);
  return { dialogs: Object.values(known), openKind, open, close };
}
