import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Summary } from '~/client/ui/content/summary';

/** A section that expands below its title. */
export function ExpandableSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.details>
      <Summary>{title}</Summary>
      <chakra.div pt="2">{children}</chakra.div>
    </chakra.details>
  );
}
