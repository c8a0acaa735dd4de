import { chakra } from '@chakra-ui/react';

/** Something small within text. A word joiner keeps it on the line of the word before it. */
export const Joined = chakra('span', { base: { _before: { content: '"\\2060"' } } });
