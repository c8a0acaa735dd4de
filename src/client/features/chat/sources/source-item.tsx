import { Flex, Stack, Text } from '@chakra-ui/react';
import { atBase } from '~/client/lib/base-path';
import { SourceTitle } from '~/client/ui/source/source-text';
import { sourcesWords as words } from '~/client/words/sources';
import type { Source } from '~/shared/answer-text/sources';
import type { CitedQuote } from './cited-quotes';
import { EvidenceAction } from './evidence-action';
import { Monogram } from './monogram';
import { PanelItem } from './panel-item';
import { QuoteItem } from './quote-item';

interface SourceItemProps {
  source: Source;
  quotes: readonly CitedQuote[];
  /** The source that was selected. */
  isWanted: boolean;
  messageId: string | undefined;
}

/** A file of the user, or a document that a provider names. */
export function SourceItem({ source, quotes, isWanted, messageId }: SourceItemProps) {
  const { number, title, site, file } = source;
  return (
    <PanelItem number={number} isWanted={isWanted}>
      <Flex gap="3">
        <Monogram number={number} />
        <Stack gap="1.5" minWidth="0" flex="1">
          <SourceTitle href={file && atBase(`/objects/${file.objectId}`)}>{file ? site : title}</SourceTitle>
          {file?.page !== undefined && (
            <Text textStyle="caption" color="fg.subtle">
              {words.pageNumber(file.page)}
            </Text>
          )}
          {!file && site !== title && (
            <Text textStyle="caption" color="fg.subtle">
              {site}
            </Text>
          )}
          {quotes.map((quote) => (
            <QuoteItem key={quote.text} quote={quote} objectId={isWanted ? file?.objectId : undefined} />
          ))}
          {messageId && quotes.some(({ verdict }) => verdict && verdict !== 'pending') && (
            <EvidenceAction
              messageId={messageId}
              title={file ? site : title}
              isSource={({ kind, title: named, page }) =>
                kind === 'file' && [site, title].includes(named) && (!file || page === file.page)
              }
            />
          )}
        </Stack>
      </Flex>
    </PanelItem>
  );
}
