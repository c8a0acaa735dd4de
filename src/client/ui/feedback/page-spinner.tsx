import { Center } from '@chakra-ui/react';
import { Spinner } from './spinner';

export function PageSpinner() {
  return (
    <Center minHeight="calc(100dvh - var(--bar-height, 0px))" color="fg.subtle">
      <Spinner size="6" />
    </Center>
  );
}
