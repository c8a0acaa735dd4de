import { chakra, Stack } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { HeadingRow, type HeadingRowProps } from '~/client/ui/page/heading-row';

/** A raised surface with a border, which groups related content. */
export const Card = chakra('div', {
  base: { bg: 'bg.raised', borderWidth: '1px', borderRadius: 'card', p: { base: '4', md: '5' } },
});

interface SectionProps extends HeadingRowProps {
  children: ReactNode;
}

/** A section of a page with a heading, which is also its accessible name. */
export function Section({ children, ...heading }: SectionProps) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap="4">
      <HeadingRow {...heading} level={2} id={id} />
      {children}
    </Stack>
  );
}
