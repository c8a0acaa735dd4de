import { Flex, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { versionWords as words } from '~/client/words/versions';
import type { ChatMessage } from '~/shared/schemas/messages';

interface VersionsProps {
  message: ChatMessage;
  onShow: (messageId: string) => void;
}

/** The selected version and the arrow that was pressed, which keeps the focus when the new version is rendered. */
let pressed: { messageId: string; arrow: 'previous' | 'next' } | undefined;

/** The number of a message's version, and arrows to the others. */
export function Versions({ message, onShow }: VersionsProps) {
  const { id, versions, role, content, metadata } = message;
  // Without the other actions of an answer, the arrow is aligned with the text.
  const isAlone = role === 'assistant' && (metadata.processing || !content);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (pressed?.messageId !== id) return;
    const [previous, next] = box.current?.querySelectorAll('button') ?? [];
    const [first, second] = pressed.arrow === 'previous' ? [previous, next] : [next, previous];
    (first?.disabled ? second : first)?.focus();
    pressed = undefined;
  }, [id]);

  if (!versions) return null;
  const show = (messageId: string | null, arrow: 'previous' | 'next') => () => {
    if (!messageId) return;
    pressed = { messageId, arrow };
    onShow(messageId);
  };
  const { number, count, previousId, nextId } = versions;
  return (
    <Flex
      ref={box}
      data-screen-only
      role="group"
      aria-label={words.version}
      align="center"
      ms={isAlone ? '-2' : undefined}
    >
      <IconButton label={words.previous} size="sm" disabled={!previousId} onClick={show(previousId, 'previous')}>
        <ChevronLeft size={15} strokeWidth={1.5} />
      </IconButton>
      <Text as="span" textStyle="caption" color="fg.subtle" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {words.place(number, count)}
      </Text>
      <IconButton label={words.next} size="sm" disabled={!nextId} onClick={show(nextId, 'next')}>
        <ChevronRight size={15} strokeWidth={1.5} />
      </IconButton>
    </Flex>
  );
}
