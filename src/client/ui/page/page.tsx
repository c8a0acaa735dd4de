import { chakra, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { HeadingRow, type HeadingRowProps } from './heading-row';

interface PageProps extends HeadingRowProps {
  /** 'form' for a single column of fields, 'table' for tables with many columns. */
  width?: 'page' | 'form' | 'table';
  children: ReactNode;
}

/** A page below the top menu: margins, the h1 and vertical spacing. */
export function Page({ width = 'page', children, ...heading }: PageProps) {
  return (
    <chakra.main
      id="content"
      tabIndex={-1}
      maxWidth={width === 'table' ? 'table' : 'page'}
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '8', md: '12' }}
    >
      <Stack gap="8" maxWidth={width === 'form' ? '40rem' : undefined}>
        <HeadingRow {...heading} level={1} />
        {children}
      </Stack>
    </chakra.main>
  );
}
