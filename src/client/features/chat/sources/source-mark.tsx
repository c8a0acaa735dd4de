import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

const Mark = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    gap: '0.5',
    minWidth: '1.125rem',
    height: '1.125rem',
    px: '1',
    mx: '0.5',
    verticalAlign: '0.2em',
    fontSize: '0.6875rem',
    lineHeight: '1',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
    color: 'accent',
    bg: 'accent.subtle',
    borderRadius: 'tight',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'accent', color: 'accent.fg' },
    // The hit area for touch is larger than the visible number.
    _after: { content: '""', position: 'absolute', inset: '-0.5rem -0.25rem' },
  },
});

/** A small button within text. A word joiner keeps it on the line of the word before it. */
export function SourceMark(props: ComponentProps<typeof Mark>) {
  return (
    <chakra.span data-citation _before={{ content: '"\\2060"' }}>
      <Mark {...props} />
    </chakra.span>
  );
}
