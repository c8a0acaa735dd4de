import { chakra, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '~/client/ui/content/chip';
import { PageLink } from '~/client/ui/page/page-link';
import { landingWords as words } from '~/client/words/landing';
import { brand } from '~/shared/brand';
import { GainExample, OpenSources, SurveyReach } from './examples';

interface Offering {
  path: string;
  name: string;
  text: { title: string; text: string; link: string };
  /** Of a 12-column grid. */
  columns: number;
  note?: string;
  /** A sample of what it produces. */
  example?: ReactNode;
}

const offerings: Offering[] = [
  { path: '/qinvest', name: brand.invest, text: words.invest, columns: 7, example: <GainExample /> },
  { path: '/qchat', name: brand.chat, text: words.chat, columns: 5, example: <OpenSources /> },
  { path: '/qreview', name: brand.review, text: words.review, columns: 4, example: <SurveyReach /> },
  { path: '/qstrategy', name: brand.strategy, text: words.strategy, columns: 4 },
  { path: '/qbrain', name: brand.brain, text: words.brain, columns: 4, note: words.brain.note },
];

/** The offerings, sized by importance. */
export function OfferingCards() {
  return (
    <Grid as="ul" listStyleType="none" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(12, 1fr)' }} gap="3">
      {offerings.map((offering) => (
        <OfferingCard key={offering.path} {...offering} />
      ))}
    </Grid>
  );
}

function OfferingCard({ path, name, text, columns, note, example }: Offering) {
  return (
    <Card gridColumn={{ md: `span ${columns}` }}>
      <Stack gap="2">
        <Flex justify="space-between" align="center" minHeight="6">
          <Text color="fg.muted" fontWeight="medium">
            {name}
          </Text>
          {note && <Chip>{note}</Chip>}
        </Flex>
        <Text as="h3" textStyle="heading" textWrap="balance">
          {text.title}
        </Text>
        <Text color="fg.muted" maxWidth="32rem" textWrap="pretty">
          {text.text}
        </Text>
      </Stack>
      {example}
      <WholeCardLink asChild>
        <PageLink href={path}>
          {text.link}
          <ArrowRight size={16} strokeWidth={1.5} aria-hidden />
        </PageLink>
      </WholeCardLink>
    </Card>
  );
}

const Card = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '5',
    p: { base: '5', md: '6' },
    bg: 'bg.raised',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
    transition: 'border-color, background-color',
    transitionDuration: 'fast',
    _hover: { borderColor: 'border.strong', bg: 'bg.overlay' },
  },
});

const WholeCardLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    mt: 'auto',
    alignSelf: 'flex-start',
    color: 'accent',
    fontWeight: 'medium',
    borderRadius: 'tight',
    '& svg': { transition: 'transform', transitionDuration: 'fast' },
    'li:hover > &': { '& svg': { transform: 'translateX(2px)' } },
    // The whole card is clickable; the link text names the destination.
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'card' },
  },
});
