import { chakra } from '@chakra-ui/react';
import type { RefObject } from 'react';
import { PromptOptions, type PromptOptionsProps } from './prompt-options';

interface PromptListProps extends PromptOptionsProps {
  card: RefObject<HTMLDivElement | null>;
}

/** The found prompts in a card above the composer. */
export function PromptList({ card, ...options }: PromptListProps) {
  return (
    <chakra.div position="relative">
      <Card ref={card}>
        <PromptOptions {...options} />
      </Card>
    </chakra.div>
  );
}

const Card = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: 'sticky',
    bottom: '2',
    insetInline: '0',
    maxHeight: 'min(19rem, 40dvh)',
    overflowY: 'auto',
    p: '1.5',
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderRadius: 'card',
    boxShadow: 'overlay',
    animation: 'rise 120ms ease-out',
  },
});
