import { chakra } from '@chakra-ui/react';

/** Text with its line breaks, without Markdown. */
export const PlainText = ({ children }: { children: string }) => (
  <chakra.div whiteSpace="pre-wrap" dir="auto">
    {children}
  </chakra.div>
);
