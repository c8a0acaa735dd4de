import { Text } from '@chakra-ui/react';
import { notFoundWords as words } from '~/client/words/not-found';

/** The requested path. One prerendered page is used for all missing paths, so the browser fills it in. */
export function MissingAddress() {
  return (
    <Text as="span" data-missing-path fontFamily="mono" fontSize="0.8125rem" color="fg" overflowWrap="anywhere">
      {words.thisAddress}
    </Text>
  );
}
