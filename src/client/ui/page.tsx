import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PageProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** 'form' for a page of one column of fields. */
  width?: 'page' | 'form';
  children: ReactNode;
}

/** A page below the top menu: its margins, its one h1, and the rhythm of what follows. */
export function Page({ title, description, actions, width = 'page', children }: PageProps) {
  return (
    <chakra.main
      id="content"
      tabIndex={-1}
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '8', md: '12' }}
    >
      <Stack gap="8" maxWidth={width === 'form' ? '40rem' : undefined}>
        <Flex justify="space-between" align="flex-end" gap="4" wrap="wrap">
          <Stack gap="1" minWidth="0">
            <Text as="h1" textStyle="title">
              {title}
            </Text>
            {description && (
              <Text color="fg.muted" maxWidth="prose">
                {description}
              </Text>
            )}
          </Stack>
          {actions && (
            <Flex gap="2" wrap="wrap">
              {actions}
            </Flex>
          )}
        </Flex>
        {children}
      </Stack>
    </chakra.main>
  );
}
