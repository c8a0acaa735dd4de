import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The title of a `details` element, with an arrow that points down while it is open. */
export function Summary({ children, ...rest }: ComponentProps<typeof Line>) {
  return (
    <Line {...rest}>
      <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
      {children}
    </Line>
  );
}

const Line = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    width: 'fit-content',
    py: '1',
    color: 'fg.muted',
    borderRadius: 'control',
    cursor: 'pointer',
    listStyle: 'none',
    _hover: { color: 'fg' },
    '&::-webkit-details-marker': { display: 'none' },
    '& > svg': { flexShrink: 0, transition: 'transform', transitionDuration: 'fast' },
    'details[open] > &': { '& > svg': { transform: 'rotate(90deg)' } },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
