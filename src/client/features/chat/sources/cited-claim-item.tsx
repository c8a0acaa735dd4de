import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { withTextFragment } from '~/client/lib/text-fragment';
import { Quoted } from '~/client/ui/source/source-text';
import { VerdictLabel } from '~/client/ui/source/verdict-label';
import { sourcesWords as words } from '~/client/words/sources';
import { verdictWords } from '~/client/words/verdicts';
import type { CitedClaim } from './cited-pages';
import { PagePassage } from './page-passage';

interface CitedClaimItemProps {
  claim: CitedClaim;
  /** The URL of the page. */
  url: string;
  /** Expands the passage; otherwise two lines of it are shown. */
  isWanted: boolean;
  messageId: string | undefined;
  onShow: ((place: number) => void) | undefined;
}

/** One sentence of the answer, with the matching passage of its source. */
export function CitedClaimItem({ claim, url, isWanted, messageId, onShow }: CitedClaimItemProps) {
  const { text, place, quote, sourceStart, check } = claim;
  const passage = check?.passage ?? quote;
  const isStored = isWanted && messageId && check?.snapshotId && check.passage;
  return (
    <Stack gap="1.5">
      {check && (
        <Flex justify="space-between" align="center" gap="3">
          <VerdictLabel verdict={check.verdict} source="page" />
          {isWanted && check.passage && (
            <chakra.a
              href={withTextFragment(url, check.passage)}
              target="_blank"
              rel="noopener noreferrer nofollow"
              textStyle="caption"
              color="accent"
              flexShrink={0}
              _hover={{ textDecoration: 'underline' }}
            >
              {words.livePage}
            </chakra.a>
          )}
        </Flex>
      )}
      {check?.reason && (
        <Text textStyle="caption" color="fg.muted">
          {check.reason}
        </Text>
      )}
      {check?.missing && check.verdict !== 'quote' && (
        <Text textStyle="caption" color={check.verdict === 'absent' ? 'danger' : 'fg.muted'}>
          {verdictWords.missing(check.missing)}
        </Text>
      )}
      {isStored ? (
        <PagePassage
          messageId={messageId}
          snapshotId={check.snapshotId ?? ''}
          passage={check.passage ?? ''}
          start={sourceStart}
        />
      ) : (
        passage && <Quoted lineClamp={isWanted ? undefined : 2}>{passage}</Quoted>
      )}
      {text && (
        <CitedFor
          type="button"
          disabled={!onShow || place === undefined}
          aria-label={words.showCited(text)}
          onClick={() => place !== undefined && onShow?.(place)}
        >
          <chakra.span lineClamp={2}>
            <chakra.span color="fg.subtle">{words.citedFor}</chakra.span> {text}
          </chakra.span>
        </CitedFor>
      )}
    </Stack>
  );
}

const CitedFor = chakra('button', {
  base: {
    textAlign: 'start',
    textStyle: 'caption',
    color: 'fg.muted',
    borderRadius: 'tight',
    _enabled: { _hover: { color: 'fg', textDecoration: 'underline' } },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
