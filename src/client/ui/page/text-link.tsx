import { chakra } from '@chakra-ui/react';

/** A link within or below a text. */
export const TextLink = chakra('a', {
  base: {
    color: 'accent',
    fontWeight: 'medium',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '4px',
    textDecorationColor: 'accent.subtle',
    borderRadius: 'tight',
    _hover: { textDecorationColor: 'accent' },
    '& svg': { display: 'inline', verticalAlign: '-0.15em', ml: '1' },
    '@media (pointer: coarse)': { py: '2' },
  },
});
