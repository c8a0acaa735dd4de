import { Chip } from '~/client/ui/content/chip';
import { Button } from '~/client/ui/form/button';
import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { PageLink } from '~/client/ui/page/page-link';
import { brainWords as words } from '~/client/words/offerings';
import { Closing, Part, Points } from './parts';

export function BrainPage() {
  return (
    <PublicMain>
      <PageHead
        eyebrow={words.eyebrow}
        badge={<Chip tone="accent">{words.badge}</Chip>}
        headline={words.headline}
        lead={words.lead}
      />
      <Part id="will" title={words.willTitle}>
        <Points points={words.will} />
      </Part>
      <Closing text={words.closing}>
        <Button asChild>
          <PageLink href="/qchat">{words.openChat}</PageLink>
        </Button>
      </Closing>
    </PublicMain>
  );
}
