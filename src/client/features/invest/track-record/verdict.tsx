import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatInstant } from '~/client/lib/format';
import { Card } from '~/client/ui/content/card';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TimeDoubt } from '~/shared/ledger-proofs';
import { HeadHash } from './head-hash';
import type { ReadTrackRecord } from './read-track-record';

/** Whether the ledger is intact, and why. */
export function Verdict({ reading }: { reading: ReadTrackRecord }) {
  const { check, webCrypto, differences, proofs } = reading;
  const { brokenAt, count, head } = check.state;
  const wrongSeq = brokenAt?.seq ?? webCrypto.wrongSeq;
  const [foreign] = proofs.foreign;
  const [foreignInBitcoin] = proofs.foreignInBitcoin;
  const isRewritten = foreign !== undefined || foreignInBitcoin !== undefined;
  const isBackdated = proofs.doubts.some(({ reason }) => reason === 'beforeSignature');
  const hasProblem = wrongSeq !== null || differences.length > 0 || isRewritten || isBackdated;
  const Icon = hasProblem ? ShieldAlert : ShieldCheck;
  const title =
    wrongSeq !== null
      ? words.broken(formatCount(wrongSeq))
      : isRewritten
        ? words.rewritten
        : isBackdated
          ? words.backdated
          : hasProblem
            ? words.odd
            : words.whole;
  return (
    <Card borderColor={hasProblem ? 'danger' : undefined}>
      <Stack gap="5">
        <HStack align="flex-start" gap={{ base: '3', md: '5' }}>
          <Seal hasProblem={hasProblem}>
            <Icon size={28} strokeWidth={1.5} />
          </Seal>
          <Stack gap="1" minWidth="0" role={hasProblem ? 'alert' : 'status'}>
            <Text as="h2" textStyle="heading" color={hasProblem ? 'danger' : undefined}>
              {title}
            </Text>
            {!hasProblem && <Text fontWeight="medium">{words.allVerified(formatCount(count))}</Text>}
            {brokenAt && <Text>{brokenAt.words}</Text>}
            {foreign?.time && (
              <Text>
                {words.foreignTimestamp(foreign.authority, formatInstant(foreign.time), formatCount(foreign.seq))}
              </Text>
            )}
            {foreignInBitcoin?.submittedAt && (
              <Text>
                {words.foreignInBitcoin(
                  foreignInBitcoin.calendar,
                  formatInstant(foreignInBitcoin.submittedAt),
                  formatCount(foreignInBitcoin.seq),
                )}
              </Text>
            )}
            {webCrypto.wrongSeq !== null && <Text>{words.webCryptoDiffers(formatCount(webCrypto.wrongSeq))}</Text>}
            <Doubts doubts={proofs.doubts} />
            {head && <Text color="fg.muted">{words.checked(formatInstant(head.at))}</Text>}
            {wrongSeq === null && <Text color="fg.muted">{webCrypto.isUsed ? words.byWebCrypto : words.byScript}</Text>}
            {differences.length === 0 && <Text color="fg.muted">{words.sameAsBook}</Text>}
          </Stack>
        </HStack>
        {differences.length > 0 && <Differences differences={differences} />}
        {head && <HeadHash hash={head.hash} has={check.has} />}
      </Stack>
    </Card>
  );
}

function Seal({ hasProblem, children }: { hasProblem: boolean; children: ReactNode }) {
  return (
    <chakra.span
      aria-hidden
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      flexShrink="0"
      boxSize="14"
      borderRadius="full"
      color={hasProblem ? 'danger' : 'accent'}
      bg={hasProblem ? 'danger.subtle' : 'accent.subtle'}
    >
      {children}
    </chakra.span>
  );
}

/** Entry times that external signatures contradict. */
function Doubts({ doubts }: { doubts: readonly TimeDoubt[] }) {
  return doubts.map(({ reason, from, to, time }) => (
    <Text key={from} color={reason === 'beforeSignature' ? 'danger' : undefined}>
      {words.doubts[reason](words.entriesOf(formatCount(from), formatCount(to)), formatInstant(time))}
    </Text>
  ));
}

function Differences({ differences }: { differences: readonly string[] }) {
  return (
    <Stack gap="1">
      <Text as="h3" textStyle="caption" color="fg.muted">
        {words.differences}
      </Text>
      <chakra.ul
        listStyleType="disc"
        paddingInlineStart="5"
        maxHeight="48"
        overflowY="auto"
        tabIndex={0}
        aria-label={words.differences}
      >
        {differences.map((difference) => (
          <chakra.li key={difference} overflowWrap="anywhere">
            {difference}
          </chakra.li>
        ))}
      </chakra.ul>
    </Stack>
  );
}
