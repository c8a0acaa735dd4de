import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface Description {
  term: string;
  value: ReactNode;
}

/** A vertical list of names and values. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <chakra.dl display="grid" gridTemplateColumns={{ base: '1fr', sm: 'minmax(8rem, auto) 1fr' }} columnGap="6">
      {items.map(({ term, value }) => (
        <Grid key={term} templateColumns="subgrid" gridColumn="1 / -1" py="2.5" css={hairline}>
          <Text as="dt" color="fg.muted">
            {term}
          </Text>
          <Text as="dd" minWidth="0" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </Text>
        </Grid>
      ))}
    </chakra.dl>
  );
}

const hairline = { '&:not(:last-of-type)': { borderBottomWidth: '1px', borderColor: 'border' } };

/** A grid of figures with their names: four columns on wide screens, two on phones. */
export function Figures({ items }: { items: readonly Description[] }) {
  return (
    <Grid
      as="dl"
      templateColumns={{ base: 'repeat(2, 1fr)', md: `repeat(${Math.min(items.length, 5)}, 1fr)` }}
      gap="1px"
      bg="border"
      backgroundClip="padding-box"
      borderWidth="1px"
      borderRadius="card"
      overflow="hidden"
      // With an odd number of figures, the last one spans both columns.
      css={{ '& > :last-child:nth-of-type(odd)': { gridColumn: { base: '1 / -1', md: 'auto' } } }}
    >
      {items.map(({ term, value }) => (
        <Stack key={term} gap="1" p={{ base: '4', md: '5' }} bg="bg.raised">
          <Text as="dt" textStyle="caption" color="fg.muted">
            {term}
          </Text>
          <Text as="dd" textStyle="title" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </Text>
        </Stack>
      ))}
    </Grid>
  );
}
