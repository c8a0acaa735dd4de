import { Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A component with its name and its states side by side. */
export function ComponentExample({ name, children, column }: { name: string; children: ReactNode; column?: boolean }) {
  return (
    <Stack gap="2" mb="5">
      <Text textStyle="caption" color="fg.subtle">
        {name}
      </Text>
      <Flex direction={column ? 'column' : 'row'} align={column ? 'stretch' : 'center'} gap="3" wrap="wrap">
        {children}
      </Flex>
    </Stack>
  );
}
