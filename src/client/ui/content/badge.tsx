import { chakra, defineRecipe } from '@chakra-ui/react';

const recipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '1.5',
    minHeight: '5',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'tight',
    textStyle: 'caption',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
  },
  variants: {
    tone: {
      neutral: { color: 'fg.muted', bg: 'bg.hover' },
      outline: { color: 'fg.muted', borderColor: 'border.strong' },
      accent: { color: 'accent', bg: 'accent.subtle' },
      danger: { color: 'danger', bg: 'danger.subtle' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});

/** A state in a word, such as Active, Locked or Admin. Never use color alone for a state. Not interactive. */
export const Badge = chakra('span', recipe);
