import { chakra, Text } from '@chakra-ui/react';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import type { ConversationSummary } from '~/shared/schemas/conversations';

interface SelectRowProps {
  conversation: ConversationSummary;
  isTicked: boolean;
  onTick: (conversation: ConversationSummary) => void;
}

/** A row of the panel in selection mode. */
export function SelectRow({ conversation, isTicked, onTick }: SelectRowProps) {
  const { title } = conversation;
  return (
    <Label>
      <input
        type="checkbox"
        checked={isTicked}
        aria-label={words.selectOne(title)}
        onChange={() => onTick(conversation)}
      />
      <Text as="span" dir="auto" truncate flex="1" title={title}>
        {title}
      </Text>
    </Label>
  );
}

const Label = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    height: 'full',
    px: '3',
    borderRadius: 'control',
    cursor: 'pointer',
    color: 'fg.muted',
    _hover: { bg: 'bg.hover', color: 'fg' },
    '&:has(:checked)': { bg: 'bg.hover', color: 'fg' },
    '& input': { flexShrink: 0, boxSize: '4', accentColor: 'var(--chakra-colors-accent)' },
  },
});
