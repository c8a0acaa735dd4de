import { chakra } from '@chakra-ui/react';
import { notFirst } from '~/client/ui/child-selectors';

/** One column of sections separated by thin lines. */
export const SettingsSections = chakra('div', {
  base: {
    mt: '8',
    maxWidth: '38rem',
    [`& > ${notFirst}`]: { mt: '10', pt: '10', borderTopWidth: '1px' },
  },
});
