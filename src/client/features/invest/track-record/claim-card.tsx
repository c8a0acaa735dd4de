import { HStack, Stack, Text } from '@chakra-ui/react';
import { Badge } from '~/client/ui/content/badge';
import { Card } from '~/client/ui/content/card';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { trackRecordWords as words } from '~/client/words/track-record';

/** What the start page claims, beside what was recorded: two different things. */
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
        <TextLink asChild alignSelf="flex-start">
          <PageLink href="/qinvest/back-test">{words.claimLink}</PageLink>
        </TextLink>
      </Stack>
    </Card>
  );
}
