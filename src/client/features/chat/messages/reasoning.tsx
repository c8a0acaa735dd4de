import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { Brain, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { reasoningWords as words } from '~/client/words/reasoning';
import type { MessageMetadata } from '~/shared/schemas/messages';

interface ReasoningProps {
  reasoning: NonNullable<MessageMetadata['reasoning']>;
}

/** What the model thought, folded: its text is plain, as it is not written for readers. */
export default function Reasoning({ reasoning: { text, milliseconds } }: ReasoningProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <Box textStyle="caption" color="fg.subtle">
      <chakra.button
        type="button"
        display="flex"
        alignItems="center"
        gap="2"
        py="1"
        minHeight="6"
        borderRadius="control"
        cursor="pointer"
        _hover={{ color: 'fg.muted' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Brain size={14} strokeWidth={1.5} aria-hidden />
        {words.thoughtFor(milliseconds)}
        <Flex as="span" transform={isOpen ? 'rotate(90deg)' : undefined} transition="transform 120ms ease-out">
          <ChevronRight size={14} strokeWidth={1.5} aria-hidden />
        </Flex>
      </chakra.button>
      <Text
        id={id}
        hidden={!isOpen}
        mt="1"
        ps="3"
        borderStartWidth="2px"
        borderColor="border"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {text}
      </Text>
    </Box>
  );
}
