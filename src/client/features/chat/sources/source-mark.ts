import { chakra } from '@chakra-ui/react';

/** A small button within a text. */
export const SourceMark = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    gap: '0.5',
    minWidth: '4.5',
    height: '4.5',
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
    // Larger for a finger than for the eye.
    _after: { content: '""', position: 'absolute', inset: '-0.5rem -0.25rem' },
  },
});
