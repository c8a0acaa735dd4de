import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { investorWords as words } from '~/client/words/investors';

/** `form` is the waitlist form. */
export function InvestorsPage({ form }: { form: ReactNode }) {
  return (
    <PublicMain>
      <PageHead headline={words.heading} lead={<Broken>{words.subtitle}</Broken>} />
      <Grid templateColumns={{ base: '1fr', lg: '7fr 5fr' }} gap="3" mt={{ base: '10', md: '14' }}>
        <Panel aria-labelledby="token">
          <Text as="h2" id="token" textStyle="title">
            <Broken>{words.tokenTitle}</Broken>
          </Text>
          <chakra.ul listStyleType="none">
            {words.points.map(({ title, text }) => (
              <chakra.li key={title} borderTopWidth="1px" borderColor="border" py="4">
                <Text as="h3" textStyle="heading">
                  {title}
                </Text>
                <Text color="fg.muted" mt="1">
                  {text}
                </Text>
              </chakra.li>
            ))}
          </chakra.ul>
          <Text textStyle="caption" color="fg.subtle">
            {words.tokenNote}
          </Text>
        </Panel>
        {/* On phones the form comes first. This does not change the focus order, because the text has no links. */}
        <Panel aria-labelledby="waitlist" order={{ base: -1, lg: 0 }}>
          <Stack gap="2">
            <Text as="h2" id="waitlist" textStyle="title">
              <Broken>{words.waitlistTitle}</Broken>
            </Text>
            <Text color="fg.muted">{words.waitlistText}</Text>
          </Stack>
          {form}
          <Text textStyle="caption" color="fg.subtle">
            {words.privacy}{' '}
            <TextLink asChild>
              <PageLink href="/privacy">{words.privacyLink}</PageLink>
            </TextLink>
          </Text>
        </Panel>
      </Grid>
    </PublicMain>
  );
}

/**
 * Text that would fill a phone's line exactly. The fallback font is slightly wider and would need another line, so
 * everything below would jump; this text wraps on a phone in either font.
 */
const Broken = chakra('span', {
  base: { display: 'block', maxWidth: { base: '18rem', sm: 'none' }, textWrap: 'balance' },
});

const Panel = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '5',
    p: { base: '5', md: '8' },
    bg: 'bg.raised',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
  },
});
