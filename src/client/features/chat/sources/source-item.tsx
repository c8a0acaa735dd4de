import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { sourcesWords as words } from '~/client/words/sources';
import { PanelItem } from './panel-item';
import { QuoteItem } from './quote-item';
import type { Source } from './sources';

interface SourceItemProps {
  source: Source;
  /** The one that was asked for. */
  isWanted: boolean;
}

export function SourceItem({ source, isWanted }: SourceItemProps) {
  const { number, title, site, url, quotes, file } = source;
  return (
    <PanelItem number={number} isWanted={isWanted}>
      <Flex gap="2.5">
        <Text as="span" textStyle="caption" fontWeight="semibold" color="accent" minWidth="4" pt="0.5">
          {number}
        </Text>
        <Stack gap="1.5" minWidth="0" flex="1">
          <SourceTitle href={file ? `/objects/${file.objectId}` : url}>{file ? site : title}</SourceTitle>
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
        </Stack>
      </Flex>
    </PanelItem>
  );
}

function SourceTitle({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <Text fontWeight="medium">{children}</Text>;
  return (
    <chakra.a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      fontWeight="medium"
      _hover={{ textDecoration: 'underline' }}
    >
      {children}
      <chakra.span display="inline-block" ml="1.5" color="fg.subtle" verticalAlign="-0.1em">
        <ExternalLink size={13} strokeWidth={1.5} aria-label={words.opensInNewTab} />
      </chakra.span>
    </chakra.a>
  );
}
