import { chakra, defineRecipe } from '@chakra-ui/react';

const recipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    maxWidth: 'full',
    px: '2',
    minHeight: '6',
    borderWidth: '1px',
    borderRadius: 'full',
    textStyle: 'caption',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    transition: 'background-color, border-color, color',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    'button&, a&': {
      _hover: { bg: 'bg.hover', color: 'fg' },
      // Touch targets need 40 px; the chip looks smaller.
      '@media (pointer: coarse)': {
        position: 'relative',
        _after: { content: '""', position: 'absolute', insetInline: '0', insetBlock: '-2' },
      },
    },
  },
  variants: {
    tone: {
      neutral: { color: 'fg.muted', borderColor: 'border.strong' },
      accent: { color: 'accent', borderColor: 'transparent', bg: 'accent.subtle' },
      danger: { color: 'danger', borderColor: 'transparent', bg: 'danger.subtle' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});

/** A small label. Use `as="button"` or `as="a"` to make it interactive. */
export const Chip = chakra('span', recipe);
