import { chakra, HStack, Stack } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { formatMoment } from '~/client/lib/format';
import { Sparkline } from '~/client/ui/chart/sparkline';
import { Tooltip } from '~/client/ui/overlay/tooltip';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { priceText } from '../price-text';
import { trendWords } from './trend-words';

/** The price, the trend before it and the time of the quote, with a subtle mark if it is out of date. */
export function LatestPrice({ position }: { position: Position }) {
  const { latestPrice, priceAsOf, isPriceStale = false, recentCloses = [], currency } = position;
  if (!latestPrice) return <>-</>;
  return (
    <HStack justify="flex-end" align="baseline" gap="3">
      {recentCloses.length > 1 && (
        <chakra.span data-trend="" alignSelf="center">
          <Sparkline values={recentCloses.map(Number)} label={trendWords(position)} />
        </chakra.span>
      )}
      <Stack gap="0" align="flex-end" minWidth="16">
        <span>{priceText(latestPrice, currency)}</span>
        {priceAsOf && <AsOf time={priceAsOf} isStale={isPriceStale} />}
      </Stack>
    </HStack>
  );
}

function AsOf({ time, isStale }: { time: Date; isStale: boolean }) {
  const moment = formatMoment(time);
  const note = (
    <chakra.span display="inline-flex" alignItems="center" gap="1" textStyle="caption" color="fg.subtle">
      {isStale && <History size={11} strokeWidth={1.75} aria-hidden />}
      <time dateTime={time.toISOString()}>{moment}</time>
      {isStale && <chakra.span srOnly>{words.stale(moment)}</chakra.span>}
    </chakra.span>
  );
  return isStale ? <Tooltip content={words.stale(moment)}>{note}</Tooltip> : note;
}
