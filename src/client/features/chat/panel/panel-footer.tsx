import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { Button } from '~/client/ui/form/button';
import { conversationsWords as words } from '~/client/words/conversations';

const SelectionBar = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.SelectionBar })));

interface PanelFooterProps {
  /** The number of selected conversations in selection mode; undefined otherwise. */
  tickedCount: number | undefined;
  onNew: () => void;
  onMove: () => void;
  onDelete: () => void;
  onEnd: () => void;
}

export function PanelFooter({ tickedCount, onNew, ...onTicked }: PanelFooterProps) {
  return (
    <chakra.div p="3" borderTopWidth="1px" borderColor="border">
      {tickedCount === undefined ? (
        <Button width="full" onClick={onNew}>
          <Plus size={16} strokeWidth={1.5} />
          {words.newChat}
        </Button>
      ) : (
        <Suspense>
          <SelectionBar count={tickedCount} {...onTicked} />
        </Suspense>
      )}
    </chakra.div>
  );
}
