import { chakra, HStack } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { formatDay } from '~/client/lib/format';
import { positionWords as words } from '~/client/words/position';
import type { CloseDifference } from '~/shared/schemas/price-review';
import { amountText } from '../price-text';

/** The application can't tell which price is right, so it shows both with their sources. */
export function CloseDifferenceNote({ difference }: { difference: CloseDifference }) {
  const { day, close, source, otherClose, otherSource, currency } = difference;
  const used = words.priceFrom(amountText(close, currency), source);
  const other = words.priceFrom(amountText(otherClose, currency), otherSource);
  return (
    <HStack role="note" gap="2" align="flex-start" color="fg.muted">
      <chakra.span aria-hidden pt="0.5" flexShrink="0">
        <TriangleAlert size={14} strokeWidth={1.75} />
      </chakra.span>
      <chakra.p textStyle="caption">{words.closesDiffer(formatDay(day), used, other)}</chakra.p>
    </HStack>
  );
}
