import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A section that expands below its title. */
export function ExpandableSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.details>
      <chakra.summary
        color="fg.muted"
        cursor="pointer"
        py="1"
        borderRadius="control"
        css={{ '@media (pointer: coarse)': { minHeight: 'touch', py: '3' } }}
      >
        {title}
      </chakra.summary>
      <chakra.div pt="2">{children}</chakra.div>
    </chakra.details>
  );
}
