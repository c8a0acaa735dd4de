import { Text } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { notFoundWords as words } from '~/client/words/not-found';

const never = () => () => {};

/** The path of an unknown page. The same static page serves all of them, so the path is read in the browser. */
export function MissingPath() {
  const path = useSyncExternalStore(
    never,
    () => location.pathname,
    () => '',
  );
  if (!path) return words.thisAddress;
  return (
    <Text as="code" fontFamily="mono" fontSize="0.8125rem" color="fg" overflowWrap="anywhere">
      {path}
    </Text>
  );
}
