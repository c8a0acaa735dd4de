import { chakra } from '@chakra-ui/react';

/** A subtle link to another of the signed-out screens. */
export const AuthLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    color: 'fg.muted',
    textDecoration: 'underline',
    textDecorationColor: 'border.strong',
    textUnderlineOffset: '4px',
    _hover: { color: 'fg' },
  },
});
