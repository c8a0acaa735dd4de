import { chakra, HStack, Text } from '@chakra-ui/react';
import { uiWords } from '~/client/words/ui';
import type { ChartSeries } from './chart-geometry';
import { chartStrokes } from './chart-strokes';

interface ChartReadoutProps {
  day: string;
  entries: readonly (Pick<ChartSeries, 'name' | 'tone'> & { words: string })[];
}

/** The legend with the values of the selected day. Its layout is fixed, so that nothing below moves. */
export function ChartReadout({ day, entries }: ChartReadoutProps) {
  return (
    <HStack as="dl" columnGap="5" rowGap="1" flexWrap="wrap" minHeight="6" data-numeric="">
      {entries.map(({ name, tone, words }) => (
        <HStack key={name} columnGap="2" flexWrap="wrap">
          <Text as="dt" color="fg.muted" display="flex" alignItems="center" gap="2">
            <chakra.svg width="4" height="2" viewBox="0 0 16 8" aria-hidden>
              <chakra.line
                x2="16"
                y1="4"
                y2="4"
                stroke={chartStrokes[tone].stroke}
                strokeWidth="2"
                strokeDasharray={chartStrokes[tone].dash}
              />
            </chakra.svg>
            {name}
          </Text>
          <Text as="dd" fontWeight="medium" minWidth="14">
            {words}
          </Text>
        </HStack>
      ))}
      <HStack gap="2" ml="auto" color="fg.muted">
        <dt>
          <chakra.span srOnly>{uiWords.day}</chakra.span>
        </dt>
        <dd>{day}</dd>
      </HStack>
    </HStack>
  );
}
