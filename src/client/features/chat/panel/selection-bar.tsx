import { HStack, Stack, Text } from '@chakra-ui/react';
import { Button } from '~/client/ui/form/button';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import { projectsWords } from '~/client/words/projects';

interface SelectionBarProps {
  count: number;
  onDelete: () => void;
  onMove: () => void;
  onEnd: () => void;
}

/** Shown below the list in selection mode. */
export function SelectionBar({ count, onDelete, onMove, onEnd }: SelectionBarProps) {
  return (
    <Stack gap="2">
      <HStack gap="2">
        <Text role="status" flex="1" color="fg.muted">
          {words.selected(count)}
        </Text>
        <Button size="sm" variant="ghost" onClick={onEnd}>
          {words.endSelection}
        </Button>
      </HStack>
      <HStack gap="2">
        <Button size="sm" flex="1" disabled={count === 0} onClick={onMove}>
          {projectsWords.moveMany}
        </Button>
        <Button size="sm" flex="1" variant="danger" disabled={count === 0} onClick={onDelete}>
          {words.delete}
        </Button>
      </HStack>
    </Stack>
  );
}
