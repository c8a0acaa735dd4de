import { Text } from '@chakra-ui/react';
import { Chip } from '~/client/ui/content/chip';
import { Button } from '~/client/ui/form/button';
import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { PageLink } from '~/client/ui/page/page-link';
import { brainWords as words } from '~/client/words/offerings';
import { Panel, Part, Points } from './parts';

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
      <Panel
        mt={{ base: '12', md: '16' }}
        flexDirection={{ base: 'column', md: 'row' }}
        alignItems={{ md: 'center' }}
        justifyContent="space-between"
        gap="4"
      >
        <Text textStyle="body">{words.meanwhile}</Text>
        <Button asChild>
          <PageLink href="/qchat">{words.meanwhileLink}</PageLink>
        </Button>
      </Panel>
    </PublicMain>
  );
}
