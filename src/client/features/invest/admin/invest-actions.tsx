import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button';
import { investWords as words } from '../../../words/invest';

interface InvestActionsProps {
  onAdd: () => void;
}

/** What an administrator does with the whole book. */
export function InvestActions({ onAdd }: InvestActionsProps) {
  return (
    <Button variant="primary" onClick={onAdd}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      {words.add}
    </Button>
  );
}
