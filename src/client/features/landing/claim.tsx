import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { signUpPage } from '~/client/lib/sign-up-page';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { landingWords as words } from '~/client/words/landing';
import { brand } from '~/shared/brand';

/** The claim with its disclaimer and evidence, and the price. */
export function Claim({ evidence }: { evidence: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '7fr 5fr' }} gap="3">
      <Panel>
        <Stack gap="2">
          <Text color="fg.muted" fontWeight="medium">
            {words.claimTitle}
          </Text>
          <Figure as="h2" id="claim">
            <chakra.span color="gain">{words.claim}</chakra.span>
          </Figure>
          <Text textStyle="body" color="fg.muted">
            {words.claimText}
          </Text>
        </Stack>
        <Text textStyle="caption" color="fg.subtle" maxWidth="34rem">
          {words.claimNote}
        </Text>
        {evidence}
      </Panel>
      <Panel>
        <Stack gap="2">
          <Text color="fg.muted" fontWeight="medium">
            {brand.invest} + {brand.chat}
          </Text>
          <Figure as="p">{words.price}</Figure>
          <Text textStyle="body" color="fg.muted">
            {words.priceText}
          </Text>
        </Stack>
        <Button asChild alignSelf="flex-start" mt="auto">
          <PageLink href={signUpPage}>{words.priceLink}</PageLink>
        </Button>
      </Panel>
    </Grid>
  );
}

const Panel = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '5',
    p: { base: '5', md: '8' },
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
    bg: 'bg.raised',
  },
});

const Figure = chakra('p', { base: { textStyle: 'display', fontVariantNumeric: 'tabular-nums' } });
