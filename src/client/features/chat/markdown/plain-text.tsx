import { chakra } from '@chakra-ui/react';

/** Text with its line breaks, and nothing in it read as markdown. */
export const PlainText = ({ children }: { children: string }) => (
  <chakra.div whiteSpace="pre-wrap" dir="auto">
    {children}
  </chakra.div>
);
