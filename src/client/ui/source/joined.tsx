import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** Something small within text. A word joiner keeps it on the line of the word before it. */
export const Joined = (props: ComponentProps<typeof chakra.span>) => (
  <chakra.span _before={{ content: '"\\2060"' }} {...props} />
);
