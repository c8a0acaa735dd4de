import { HStack, Stack, Text } from '@chakra-ui/react';
import { atBase } from '~/client/lib/base-path';
import { formatDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Badge } from '~/client/ui/content/badge';
import { Card } from '~/client/ui/content/card';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { trackRecordWords as words } from '~/client/words/track-record';
import { Gain } from '../book/gain-button';

/** The home page's claim, distinguished from the recorded results. */
export function ClaimCard() {
  return (
    <Card as="aside" borderStyle="dashed">
      <Stack gap="2">
        <HStack gap="3" flexWrap="wrap">
          <Text as="h2" textStyle="heading" data-numeric="">
            {words.claim}
          </Text>
          <Badge tone="outline">{words.claimBadge}</Badge>
        </HStack>
        <Text color="fg.muted" maxWidth="prose">
          {words.claimText}
        </Text>
        <Evidence />
      </Stack>
    </Card>
  );
}

/** The run that the home page shows, with its figure; only the method if there is none. */
function Evidence() {
  const { data } = trpc.backtest.listPublished.useQuery();
  const claim = data?.find(({ isChosen }) => isChosen);
  if (!claim)
    return (
      <HStack gap="3" flexWrap="wrap">
        {data && <Text color="fg.muted">{words.claimWithoutRun}</Text>}
        <TextLink asChild>
          <PageLink href="/qinvest/back-test">{words.claimLink}</PageLink>
        </TextLink>
      </HStack>
    );
  const { id, returnPercent, input } = claim;
  return (
    <HStack gap="3" flexWrap="wrap" data-numeric="">
      <Text color="fg.muted">{words.claimRun}</Text>
      <Text fontWeight="medium">
        <Gain percent={returnPercent} />
      </Text>
      <Text color="fg.muted">{words.claimPeriod(formatDay(input.fromDay), formatDay(input.toDay))}</Text>
      <TextLink href={atBase(`/back-tests/${id}`)}>{words.claimRunLink}</TextLink>
    </HStack>
  );
}
