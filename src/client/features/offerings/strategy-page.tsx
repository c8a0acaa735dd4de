import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { offeringWords, strategyWords as words } from '~/client/words/offerings';
import { Closing, Part, Points, Steps } from './parts';
import { ScheduleCall } from './schedule-call';

export function StrategyPage() {
  return (
    <PublicMain>
      <PageHead eyebrow={words.eyebrow} headline={words.headline} lead={words.lead}>
        <ScheduleCall />
      </PageHead>
      <Part id="parts" title={words.partsTitle}>
        <Points points={words.parts} />
      </Part>
      <Part id="steps" title={offeringWords.howItWorks}>
        <Steps steps={words.steps} />
      </Part>
      <Closing text={words.closing}>
        <ScheduleCall />
      </Closing>
    </PublicMain>
  );
}
