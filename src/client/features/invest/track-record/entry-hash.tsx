import { chakra, Text } from '@chakra-ui/react';

/** Its beginning is enough to tell it from others; all of it is there for whoever looks closer. */
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
