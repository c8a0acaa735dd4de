import { Plus, Upload } from 'lucide-react';
import { useIsWide } from '~/client/hooks/use-is-wide';
import { Button } from '~/client/ui/form/button';
import { investWords as words } from '~/client/words/invest';
import { ExportMenu, MoreMenu } from './export-menu';

interface InvestActionsProps {
  onAdd: () => void;
  onImport: () => void;
}

/**
 * The actions of an administrator on the whole portfolio: a line of buttons; on a phone the rarer ones are in a menu.
 */
export function InvestActions({ onAdd, onImport }: InvestActionsProps) {
  const isWide = useIsWide();
  return (
    <>
      {isWide && (
        <>
          <ExportMenu />
          <Button variant="ghost" onClick={onImport}>
            <Upload size={16} strokeWidth={1.5} aria-hidden />
            {words.importPositions}
          </Button>
        </>
      )}
      <Button variant="primary" onClick={onAdd}>
        <Plus size={16} strokeWidth={1.75} aria-hidden />
        {words.add}
      </Button>
      {!isWide && <MoreMenu onImport={onImport} />}
    </>
  );
}
