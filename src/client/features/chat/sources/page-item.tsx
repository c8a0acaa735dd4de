import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Globe } from 'lucide-react';
import { formatDate } from '~/client/lib/format';
import { sourcesWords as words } from '~/client/words/sources';
import type { Source } from '~/shared/answer-text/sources';
import { CitedClaimItem } from './cited-claim-item';
import type { CitedPage } from './cited-pages';
import { ReadAt } from './page-passage';
import { PanelItem } from './panel-item';
import { SourceTitle } from './source-title';
import { withTextFragment } from './text-fragment';

interface PageItemProps {
  source: Source;
  page: CitedPage | undefined;
  /** The one that was asked for. */
  isWanted: boolean;
  messageId: string | undefined;
  onShowCited: ((place: number) => void) | undefined;
}

/** A web page that an answer cites: what it is, what it is cited for, and what the check found on it. */
export function PageItem({ source, page, isWanted, messageId, onShowCited }: PageItemProps) {
  const { number, title, site, url = '' } = source;
  const claims = page?.claims ?? [];
  const passage = claims.find(({ check }) => check?.passage)?.check?.passage;
  const snapshotId = claims.find(({ check }) => check?.snapshotId)?.check?.snapshotId;
  const about = [site !== title && site, dateOf(page?.publishedAt)].filter(Boolean).join(' · ');
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
        </Stack>
      </Flex>
    </PanelItem>
  );
}

/** Days are shown as days wherever the reader is; what is not a date is shown as the page has it. */
function dateOf(publishedAt: string | undefined): string | undefined {
  const day = publishedAt && /^\d{4}-\d{2}-\d{2}/.exec(publishedAt)?.[0];
  return day ? formatDate(new Date(`${day}T12:00:00`)) : publishedAt;
}

/** The first letter of the site, with the number of the source. */
function Monogram({ site, number }: { site: string; number: number }) {
  const letter = /[\p{L}\p{N}]/u.exec(site)?.[0].toUpperCase();
  return (
    <Stack align="center" gap="1" flexShrink={0}>
      <chakra.span
        aria-hidden
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        boxSize="7"
        borderRadius="tight"
        bg="accent.subtle"
        color="accent"
        textStyle="ui"
        fontWeight="semibold"
      >
        {letter ?? <Globe size={14} strokeWidth={1.5} />}
      </chakra.span>
      <Text as="span" textStyle="caption" fontWeight="semibold" color="fg.subtle" aria-label={words.number(number)}>
        {number}
      </Text>
    </Stack>
  );
}
