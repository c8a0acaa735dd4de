import { Text } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { notFoundWords as words } from '~/client/words/not-found';

const never = () => () => {};

/** The address nobody knows. One page stands for all of them, so the browser says which it is. */
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
