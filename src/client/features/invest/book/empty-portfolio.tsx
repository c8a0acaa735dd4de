import { Flex } from '@chakra-ui/react';
import { ChartLine, Plus, Upload } from 'lucide-react';
import { Card } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button } from '~/client/ui/form/button';
import { investWords as words } from '~/client/words/invest';

interface EmptyPortfolioProps {
  isAdmin: boolean;
  onAdd: () => void;
  onImport: () => void;
}

/** Shown instead of empty figures, charts and tables. */
export function EmptyPortfolio({ isAdmin, onAdd, onImport }: EmptyPortfolioProps) {
  return (
    <Card p="0">
      <EmptyState
        icon={<ChartLine size={24} strokeWidth={1.5} aria-hidden />}
        title={words.noOpen}
        description={`${words.nothingYet} ${isAdmin ? words.nothingYetAdmin : words.nothingYetMember}`}
        action={
          isAdmin && (
            <Flex gap="2" wrap="wrap" justify="center">
              <Button onClick={onAdd}>
                <Plus size={16} strokeWidth={1.75} aria-hidden />
                {words.addFirst}
              </Button>
              <Button variant="ghost" onClick={onImport}>
                <Upload size={16} strokeWidth={1.5} aria-hidden />
                {words.importFile}
              </Button>
            </Flex>
          )
        }
      />
    </Card>
  );
}
