import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { formatDay, ownDay } from '~/client/lib/format';
import { publishedOn } from '~/client/lib/published-on';
import { withTextFragment } from '~/client/lib/text-fragment';
import { Quoted, SourceTitle } from '~/client/ui/source/source-text';
import { VerdictLabel } from '~/client/ui/source/verdict-label';
import { evidenceWords as words } from '~/client/words/evidence';
import { sourcesWords } from '~/client/words/sources';
import { verdictWords } from '~/client/words/verdicts';
import { hostOf } from '~/shared/answer-text/sources';
import type { EvidenceContent } from '~/shared/schemas/evidence';

export type SourceFacts = Omit<EvidenceContent, 'id' | 'statement' | 'textHash'>;

/** A source with its passage and the result of its check. */
export function CheckedSource({ source }: { source: SourceFacts }) {
  const { kind, title, url, page, publishedAt, passage, claim, verdict, missing, reason } = source;
  const host = url && hostOf(url);
  const day = formatDay(ownDay(new Date(source.readAt ?? source.checkedAt)));
  const about = [
    host !== title && host,
    page !== undefined && sourcesWords.pageNumber(page),
    publishedOn(publishedAt),
    kind === 'page' && source.readAt ? words.asRead(day) : words.checked(day),
  ];
  return (
    <Stack gap="2" minWidth="0" overflowWrap="anywhere">
      <Stack gap="0.5">
        <SourceTitle href={url && withTextFragment(url, passage)}>{title}</SourceTitle>
        <Text textStyle="caption" color="fg.subtle">
          {about.filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      {passage && (
        <Quoted lineClamp={2} whiteSpace="normal" title={passage}>
          {passage}
        </Quoted>
      )}
      <Flex columnGap="3" rowGap="1" wrap="wrap" align="start" textStyle="caption" color="fg.muted">
        <VerdictLabel verdict={verdict} source={kind} />
        {claim && (
          <Text lineClamp={2} flex="1 1 16rem" title={claim}>
            <chakra.span color="fg.subtle">{words.checkedFor}</chakra.span> {claim}
          </Text>
        )}
      </Flex>
      {(reason || (missing && verdict !== 'quote')) && (
        <Text textStyle="caption" color={verdict === 'absent' ? 'danger' : 'fg.muted'}>
          {[reason, missing && verdict !== 'quote' && verdictWords.missing(missing)].filter(Boolean).join(' ')}
        </Text>
      )}
    </Stack>
  );
}
