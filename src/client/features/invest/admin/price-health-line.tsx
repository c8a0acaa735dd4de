import { chakra, HStack } from '@chakra-ui/react';
import { Activity, TriangleAlert } from 'lucide-react';
import { errorMessage } from '~/client/lib/error-message';
import { formatCount, formatMoment } from '~/client/lib/format';
import { type RouterOutputs, trpc } from '~/client/lib/trpc';
import { Summary } from '~/client/ui/content/summary';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { investWords as words } from '~/client/words/invest';

type PriceHealth = RouterOutputs['positions']['priceHealth'];

/**
 * For administrators: the source of prices, when they last arrived, and what failed. Loaded after the positions,
 * because live updates only report changes since the positions were loaded, so an earlier result could miss one.
 */
export function PriceHealthLine({ isBookRead }: { isBookRead: boolean }) {
  const { data, error } = trpc.positions.priceHealth.useQuery(undefined, { enabled: isBookRead });
  if (!data && !error) return <Skeleton textStyle="caption" height="1lh" maxWidth="80" />;
  const isUnhealthy = !data || data.lastFailure !== undefined;
  const Icon = isUnhealthy ? TriangleAlert : Activity;
  return (
    <HStack gap="2" color={isUnhealthy ? 'danger' : 'fg.subtle'} align="flex-start">
      <chakra.span aria-hidden pt="0.5">
        <Icon size={13} strokeWidth={1.75} />
      </chakra.span>
      <chakra.div textStyle="caption" overflowWrap="anywhere">
        <p>{data ? healthWords(data) : words.healthUnknown(errorMessage(error))}</p>
        {data && data.problems.length > 0 && <Problems problems={data.problems} />}
      </chakra.div>
    </HStack>
  );
}

function healthWords(health: PriceHealth): string {
  const { provider, lastSuccessAt, lastFailure, knownCount, staleCount } = health;
  if (provider === 'none') return words.noProvider;
  return [
    words.provider[provider],
    lastSuccessAt ? words.lastSuccess(formatMoment(lastSuccessAt)) : words.neverAnswered,
    knownCount > 0 && words.knownPrices(formatCount(knownCount), formatCount(staleCount)),
    lastFailure && words.lastFailure(formatMoment(lastFailure.at), lastFailure.words),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Problems({ problems }: Pick<PriceHealth, 'problems'>) {
  return (
    <chakra.details color="fg.muted">
      <Summary>{words.problems(formatCount(problems.length))}</Summary>
      <chakra.ul listStyleType="none" pt="1">
        {problems.map(({ ticker, words: what, at }) => (
          <li key={ticker}>{words.problem(ticker, formatMoment(at), what)}</li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}
