import { Stack, Text } from '@chakra-ui/react';
import { Quoted } from '~/client/ui/source/source-text';
import { VerdictLabel } from '~/client/ui/source/verdict-label';
import { verdictWords as words } from '~/client/words/verdicts';
import { missingQuoteNumber } from '~/shared/answer-text/sources';
import { PanelItem } from './panel-item';

interface MissingQuotesProps {
  quotes: readonly string[];
  isWanted: boolean;
}

/** Text that an answer presents as a quotation, but no file contains. */
export function MissingQuotes({ quotes, isWanted }: MissingQuotesProps) {
  return (
    <PanelItem number={missingQuoteNumber} isWanted={isWanted}>
      <Stack gap="1.5" pl="1.625rem">
        <VerdictLabel verdict="absent" source="file" />
        <Text textStyle="caption" color="fg.subtle">
          {words.notFoundHint}
        </Text>
        {quotes.map((quote) => (
          <Quoted key={quote}>{quote}</Quoted>
        ))}
      </Stack>
    </PanelItem>
  );
}
