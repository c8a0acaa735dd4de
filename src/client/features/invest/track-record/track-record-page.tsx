import { Box, Stack, Text } from '@chakra-ui/react';
import { errorMessage } from '~/client/lib/error-message';
import { Card } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Button } from '~/client/ui/form/button';
import { Page } from '~/client/ui/page/page';
import { trackRecordWords as words } from '~/client/words/track-record';
import { BitcoinProofList } from './bitcoin-proof-list';
import { ClaimCard } from './claim-card';
import { Disclosures } from './disclosures';
import { LedgerTable } from './ledger-table';
import type { ReadTrackRecord } from './read-track-record';
import { ReadingProgress } from './reading-progress';
import { RecordByPeriod } from './record-by-period';
import { RecordPerformance } from './record-performance';
import { ServerFigures } from './server-figures';
import { StatedFigures } from './stated-figures';
import { TimestampList } from './timestamp-list';
import { TrackedPositions } from './tracked-positions';
import { useTrackRecord } from './use-track-record';
import { Verdict } from './verdict';
import { VerifiedFigures } from './verified-figures';
import { VerifierLinks } from './verifier-links';

/** A public page: the ledger, the result of its check, and the calculated figures. */
export function TrackRecordPage() {
  const { data, error, isFetching, refetch, step } = useTrackRecord();
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <Button
          variant="ghost"
          // On its own line, its text aligns with the text above.
          maxWidth="none"
          ms={{ base: '-4', sm: '0' }}
          pending={isFetching && data !== undefined}
          onClick={() => void refetch()}
          disabled={!data}
        >
          {words.again}
        </Button>
      }
    >
      {/* Nothing is shown below the record until it has loaded, not even the footer, because it would move. */}
      {!data && isFetching ? (
        <Box minHeight="100dvh">
          <ReadingProgress step={step} />
        </Box>
      ) : (
        <>
          {error && !isFetching && (
            <Card p="0">
              <ErrorState title={words.couldNotRead} description={errorMessage(error)} onRetry={() => void refetch()} />
            </Card>
          )}
          {data && data.entries.length === 0 && (
            <Card p="0">
              <EmptyState title={words.empty} description={words.emptyNote} />
            </Card>
          )}
          {data && data.entries.length > 0 && (
            <Stack gap="8">
              <Verdict reading={data} />
              {data.hasPrices ? <CalculatedFigures reading={data} /> : <ServerFigures />}
            </Stack>
          )}
          <ClaimCard />
          {data && data.entries.length > 0 && (
            <>
              {data.hasPrices && <TrackedPositions stated={data.stated} verified={data.verified} />}
              <Ledger reading={data} />
            </>
          )}
          <VerifierLinks />
          <Disclosures />
          <Text textStyle="caption" color="fg.subtle">
            {words.notAdvice}
          </Text>
        </>
      )}
    </Page>
  );
}

function CalculatedFigures({ reading }: { reading: ReadTrackRecord }) {
  const { verified, stated, prices, returnWithoutDeleted } = reading;
  return (
    <>
      <VerifiedFigures record={verified} />
      <RecordPerformance verified={verified} stated={stated} />
      <RecordByPeriod verified={verified} prices={prices} />
      <StatedFigures record={stated} returnWithoutDeleted={returnWithoutDeleted} />
    </>
  );
}

function Ledger({ reading }: { reading: ReadTrackRecord }) {
  const { entries, index, proofs, check, prices, timestamps, bitcoin } = reading;
  return (
    <>
      <LedgerTable
        entries={entries}
        index={index}
        proofs={proofs}
        brokenSeq={check.state.brokenAt?.seq}
        currencies={prices.currencies}
      />
      <TimestampList timestamps={timestamps} />
      <BitcoinProofList bitcoin={bitcoin} />
    </>
  );
}
