import { Flex, Stack, Text } from '@chakra-ui/react';
import { publishedOn } from '~/client/lib/published-on';
import { withTextFragment } from '~/client/lib/text-fragment';
import { SourceTitle } from '~/client/ui/source/source-text';
import { pageKey, type Source } from '~/shared/answer-text/sources';
import { CitedClaimItem } from './cited-claim-item';
import type { CitedPage } from './cited-pages';
import { EvidenceAction } from './evidence-action';
import { Monogram } from './monogram';
import { ReadAt } from './page-passage';
import { PanelItem } from './panel-item';

interface PageItemProps {
  source: Source;
  page: CitedPage | undefined;
  /** The source that was selected. */
  isWanted: boolean;
  messageId: string | undefined;
  onShowCited: ((place: number) => void) | undefined;
}

/** A web page that an answer cites: its title, the claims it is cited for, and the result of its check. */
export function PageItem({ source, page, isWanted, messageId, onShowCited }: PageItemProps) {
  const { number, title, site, url = '' } = source;
  const claims = page?.claims ?? [];
  const passage = claims.find(({ check }) => check?.passage)?.check?.passage;
  const snapshotId = claims.find(({ check }) => check?.snapshotId)?.check?.snapshotId;
  const about = [site !== title && site, publishedOn(page?.publishedAt)].filter(Boolean).join(' · ');
  return (
    <PanelItem number={number} isWanted={isWanted}>
      <Flex gap="3">
        <Monogram site={site} number={number} />
        <Stack gap="4" minWidth="0" flex="1">
          <Stack gap="0.5">
            <SourceTitle href={withTextFragment(url, passage)}>{title}</SourceTitle>
            {about && (
              <Text textStyle="caption" color="fg.subtle">
                {about}
              </Text>
            )}
            {isWanted && messageId && snapshotId && <ReadAt messageId={messageId} snapshotId={snapshotId} />}
          </Stack>
          {claims.map((claim) => (
            <CitedClaimItem
              key={claim.text || claim.quote}
              claim={claim}
              url={url}
              isWanted={isWanted}
              messageId={messageId}
              onShow={onShowCited}
            />
          ))}
          {messageId && claims.some(({ check }) => check && check.verdict !== 'pending') && (
            <EvidenceAction
              messageId={messageId}
              title={title}
              isSource={(candidate) => pageKey(candidate.url ?? '') === pageKey(url)}
            />
          )}
        </Stack>
      </Flex>
    </PanelItem>
  );
}
