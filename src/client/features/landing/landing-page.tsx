import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageHead } from '~/client/ui/page/page-head';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { landingWords as words } from '~/client/words/landing';
import { Claim } from './claim';
import { OfferingCards } from './offering-cards';
import { TrustSection } from './trust-section';

interface LandingPageProps {
  /** The main call to action, which depends on the session. */
  mainButton: ReactNode;
  /** A screenshot-like preview of the product. */
  picture: ReactNode;
  /** The evidence that the claim can be compared with. */
  claim: ReactNode;
}

export function LandingPage({ mainButton, picture, claim }: LandingPageProps) {
  return (
    <chakra.main id="content" tabIndex={-1} overflowX="clip">
      <Wide pt={{ base: '12', md: '20' }}>
        <PageHead eyebrow={words.forWhom} headline={words.headline} lead={words.lead}>
          <Flex align="center" wrap="wrap" columnGap="6" rowGap="4" pt="1">
            {mainButton}
            <TextLink asChild>
              <PageLink href="/track-record">{words.trackRecord}</PageLink>
            </TextLink>
          </Flex>
          <Text color="fg.subtle">{words.trusted}</Text>
        </PageHead>
      </Wide>
      <Wide mt={{ base: '12', md: '16' }}>{picture}</Wide>
      <Wide as="section" aria-labelledby="offerings" mt={{ base: '20', md: '28' }}>
        <SectionHead id="offerings" title={words.offeringsTitle} lead={words.offeringsLead} />
        <OfferingCards />
      </Wide>
      <Wide as="section" aria-labelledby="claim" mt={{ base: '20', md: '28' }}>
        <Claim evidence={claim} />
      </Wide>
      <Wide as="section" aria-labelledby="promises" mt={{ base: '20', md: '28' }}>
        <SectionHead id="promises" title={words.promisesTitle} />
        <TrustSection />
      </Wide>
    </chakra.main>
  );
}

function SectionHead({ id, title, lead }: { id: string; title: string; lead?: string }) {
  return (
    <Stack gap="2" mb={{ base: '6', md: '8' }}>
      <Text as="h2" id={id} textStyle="title" textWrap="balance">
        {title}
      </Text>
      {lead && (
        <Text textStyle="body" color="fg.muted">
          {lead}
        </Text>
      )}
    </Stack>
  );
}

const Wide = chakra('div', { base: { maxWidth: 'page', mx: 'auto', px: { base: '4', md: '6' } } });
