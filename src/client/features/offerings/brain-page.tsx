import { Text } from '@chakra-ui/react';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { PageHead, PublicMain } from '../../ui/page-head';
import { PageLink } from '../../ui/page-link';
import { brainWords as words } from '../../words/offerings';
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
