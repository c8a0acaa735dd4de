import { chakra } from '@chakra-ui/react';

/** One column of sections separated by thin lines. */
export const SettingsSections = chakra('div', {
  base: {
    mt: '8',
    maxWidth: '38rem',
    '& > * + *': { mt: '10', pt: '10', borderTopWidth: '1px' },
  },
});
