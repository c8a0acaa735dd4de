import { Text } from '@chakra-ui/react';
import { notFoundWords as words } from '~/client/words/not-found';

/** One page stands for all addresses that nobody knows: the browser puts in which it is. */
export function MissingAddress() {
  return (
    <Text as="span" data-missing-path fontFamily="mono" fontSize="0.8125rem" color="fg" overflowWrap="anywhere">
      {words.thisAddress}
    </Text>
  );
}
