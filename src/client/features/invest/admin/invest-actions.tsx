import { Plus, Upload } from 'lucide-react';
import { Button } from '~/client/ui/form/button';
import { investWords as words } from '~/client/words/invest';
import { ExportMenu } from './export-menu';

interface InvestActionsProps {
  onAdd: () => void;
  onImport: () => void;
}

/** What an administrator does with the whole book. */
export function InvestActions({ onAdd, onImport }: InvestActionsProps) {
  return (
    <>
      <ExportMenu />
      <Button variant="ghost" onClick={onImport}>
        <Upload size={16} strokeWidth={1.5} aria-hidden />
        {words.importPositions}
      </Button>
      <Button variant="primary" onClick={onAdd}>
        <Plus size={16} strokeWidth={1.75} aria-hidden />
        {words.add}
      </Button>
    </>
  );
}
