import { HStack, Text } from '@chakra-ui/react';
import { Button } from '~/client/ui/form/button';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';

interface SelectionBarProps {
  count: number;
  onDelete: () => void;
  onEnd: () => void;
}

/** Under the list while several conversations are being chosen. */
export default function SelectionBar({ count, onDelete, onEnd }: SelectionBarProps) {
  return (
    <HStack gap="2">
      <Text role="status" flex="1" color="fg.muted">
        {words.selected(count)}
      </Text>
      <Button size="sm" variant="ghost" onClick={onEnd}>
        {words.endSelection}
      </Button>
      <Button size="sm" variant="danger" disabled={count === 0} onClick={onDelete}>
        {words.delete}
      </Button>
    </HStack>
  );
}
