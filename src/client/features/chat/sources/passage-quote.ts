import { chakra } from '@chakra-ui/react';

/** A passage in its context. */
export const PassageQuote = chakra('blockquote', {
  base: {
    textStyle: 'ui',
    color: 'fg.muted',
    whiteSpace: 'pre-line',
    unicodeBidi: 'plaintext',
    '& mark': { bg: 'accent.subtle', color: 'fg' },
  },
});
