import { Center } from '@chakra-ui/react';
import { Spinner } from './spinner';

export function PageSpinner() {
  return (
    <Center minHeight="100dvh" color="fg.subtle">
      <Spinner size="6" />
    </Center>
  );
}
