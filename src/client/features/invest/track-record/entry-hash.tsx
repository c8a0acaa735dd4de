import { chakra, Text } from '@chakra-ui/react';

/**
 * Shortened to its beginning, which is enough to distinguish entries; the full hash is in the tooltip and for screen
 * readers.
 */
export function EntryHash({ hash }: { hash: string }) {
  return (
    <chakra.code fontFamily="mono" textStyle="caption" title={hash}>
      {hash.slice(0, 10)}
      <Text as="span" srOnly>
        {hash.slice(10)}
      </Text>
    </chakra.code>
  );
}
