import { chakra } from '@chakra-ui/react';

/** The sticky bar at the top of a page. Translucent in browsers that support blurring. */
export const StickyHeader = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'sticky',
    bg: 'bg',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '@supports (backdrop-filter: blur(1px))': { bg: 'bg.glass', backdropFilter: 'blur(14px)' },
  },
});
