import { Text } from '@chakra-ui/react';
import { useIsMutating } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { formatDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { usageWords as words } from '~/client/words/usage';

/** Shows in the composer that a monthly budget is nearly or fully used. Default export for `lazy`. */
export default function BudgetNotice() {
  const { data: budget, refetch } = trpc.usage.budget.useQuery();
  const sending = useIsMutating({ mutationKey: getMutationKey(trpc.messages.send) });
  // The last message may have been rejected, and the answers before it have been charged.
  useEffect(() => {
    if (sending === 0) void refetch();
  }, [sending, refetch]);
  if (budget?.state !== 'near' && budget?.state !== 'used') return null;
  const isUsed = budget.state === 'used';
  const [near, used] = budget.isOfInstallation
    ? [words.totalBudgetNear, words.totalBudgetUsed]
    : [words.ownBudgetNear, words.ownBudgetUsed];
  return (
    <Text as="span" role="status" color={isUsed ? 'danger' : 'fg.muted'}>
      {(isUsed ? used : near)(formatDay(budget.renewsOn))}
    </Text>
  );
}
