import { chakra, Stack, Text } from '@chakra-ui/react';
import { formatCount } from '~/client/lib/format';
import { Card } from '~/client/ui/content/card';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { ReadingStep } from './read-track-record';

function stepWords(step: ReadingStep): string {
  if (step.name === 'prices') return words.readingPrices;
  if (step.name === 'figures') return words.calculating;
  return step.total === 0 ? words.reading : words.readSoFar(formatCount(step.read), formatCount(step.total));
}

/** The progress of loading a long ledger. */
export function ReadingProgress({ step }: { step: ReadingStep }) {
  const share = step.name !== 'ledger' ? 1 : step.total === 0 ? 0 : step.read / step.total;
  return (
    <Card aria-busy>
      <Stack gap="3">
        <Text role="status" color="fg.muted">
          {stepWords(step)}
        </Text>
        <chakra.div
          role="progressbar"
          aria-label={words.reading}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          height="1"
          bg="bg.hover"
          borderRadius="full"
          overflow="hidden"
        >
          <chakra.div
            height="full"
            bg="accent"
            borderRadius="full"
            transition="width"
            transitionDuration="normal"
            style={{ width: `${Math.max(3, share * 100)}%` }}
          />
        </chakra.div>
      </Stack>
    </Card>
  );
}
