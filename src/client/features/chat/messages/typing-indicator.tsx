import { chakra, Flex } from '@chakra-ui/react';
import { threadWords as words } from '~/client/words/thread';
import { brand } from '~/shared/brand';

/** Shown from the question until the first word of its answer. */
export function TypingIndicator() {
  return (
    <Flex align="center" gap="3" color="fg.muted" textStyle="ui" minHeight="6">
      <Flex gap="1" aria-hidden>
        {['0ms', '160ms', '320ms'].map((delay) => (
          <chakra.span
            key={delay}
            boxSize="1.5"
            borderRadius="full"
            bg="accent"
            animation="pulse 1.2s ease-in-out infinite"
            style={{ animationDelay: delay }}
          />
        ))}
      </Flex>
      {words.thinking(brand.chat)}
    </Flex>
  );
}
