import { chakra, Grid, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { offeringWords, reviewWords as words } from '~/client/words/offerings';
import { Closing, Panel, Part, Steps } from './parts';
import { ScheduleCall } from './schedule-call';

export function ReviewPage() {
  return (
    <PublicMain>
      <PageHead eyebrow={words.eyebrow} headline={words.headline} lead={words.lead}>
        <ScheduleCall />
      </PageHead>
      <Grid templateColumns={{ base: '1fr', md: '7fr 5fr' }} gap="3" mt={{ base: '12', md: '16' }}>
        <Panel justifyContent="center">
          <Text textStyle="display" data-numeric>
            {words.reach}
          </Text>
          <Text textStyle="body" color="fg.muted">
            {words.reachLabel}
          </Text>
        </Panel>
        <Panel justifyContent="center">
          <Text as="h2" textStyle="title" textWrap="balance">
            <WholeWords text={words.price} />
          </Text>
          <Text textStyle="body" color="fg.muted">
            {words.priceNote}
          </Text>
        </Panel>
      </Grid>
      <Part id="steps" title={offeringWords.howItWorks}>
        <Steps steps={words.steps} />
      </Part>
      <Part id="asked" title={words.askedTitle}>
        <Grid
          as="ul"
          listStyleType="none"
          templateColumns={{ base: '1fr', md: 'repeat(2, 1fr)' }}
          columnGap="8"
          rowGap="3"
        >
          {words.asked.map((question) => (
            <chakra.li key={question} display="flex" gap="3" textStyle="body">
              <chakra.span color="accent" mt="1" aria-hidden>
                <Check size={18} strokeWidth={1.5} />
              </chakra.span>
              {question}
            </chakra.li>
          ))}
        </Grid>
      </Part>
      <Closing text={words.closing}>
        <ScheduleCall />
      </Closing>
    </PublicMain>
  );
}

/** Breaks lines between words, but not after the hyphen of 'game-changing', unless it is wider than the line. */
function WholeWords({ text }: { text: string }) {
  return text.split(' ').map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ' '}
      <chakra.span display="inline-block">{word}</chakra.span>
    </Fragment>
  ));
}
