import { chakra, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { HeadingRow, type HeadingRowProps } from './heading-row';

interface PageProps extends HeadingRowProps {
  /** A single column of fields. */
  isForm?: boolean;
  children: ReactNode;
}

/** A page below the top menu: margins, the h1 and vertical spacing. */
export function Page({ isForm, children, ...heading }: PageProps) {
  return (
    <chakra.main
      id="content"
      tabIndex={-1}
      maxWidth="app"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '8', md: '12' }}
    >
      <Stack gap="8" maxWidth={isForm ? '40rem' : undefined}>
        <HeadingRow {...heading} level={1} />
        {children}
      </Stack>
    </chakra.main>
  );
}
