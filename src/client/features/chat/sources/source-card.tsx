import { Flex, Stack, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { publishedOn } from '~/client/lib/published-on';
import { Quoted } from '~/client/ui/source/source-text';
import { VerdictLabel } from '~/client/ui/source/verdict-label';
import { sourcesWords as words } from '~/client/words/sources';
import { toSources } from '~/shared/answer-text/sources';
import type { ChatMessage } from '~/shared/schemas/messages';
import { toCitedPages } from './cited-pages';
import { toQuotes } from './cited-quotes';
import { Monogram } from './monogram';

interface SourceCardProps {
  message: ChatMessage;
  number: number;
  /** The index of this citation among those of the same source in the answer, from 0. */
  place: number;
}

/** A summary of a source: its title, the result of the check at this place, and two lines of the passage. */
export function SourceCard({ message, number, place }: SourceCardProps) {
  const { content, metadata } = message;
  const { citations } = metadata;
  const { source, page, quotes } = useMemo(() => {
    const sources = toSources(citations);
    return {
      source: sources.find((candidate) => candidate.number === number),
      page: toCitedPages(content, citations, sources).get(number),
      quotes: toQuotes(citations).get(number) ?? [],
    };
  }, [content, citations, number]);
  if (!source) return null;
  const { title, site, file, url } = source;
  const claim = page?.claims.find((candidate) => candidate.place === place) ?? page?.claims[0];
  const [quote] = quotes;
  const verdict = url ? claim?.check?.verdict : quote?.verdict;
  const passage = url ? (claim?.check?.passage ?? claim?.quote) : (quote?.passage ?? quote?.text);
  const about = [
    site !== title && !file && site,
    file?.page !== undefined && words.pageNumber(file.page),
    publishedOn(page?.publishedAt),
  ].filter(Boolean);
  return (
    <Flex gap="3">
      <Monogram site={site} number={number} />
      <Stack gap="1.5" minWidth="0" flex="1">
        <Stack gap="0">
          <Text textStyle="ui" fontWeight="semibold" lineClamp={2} dir="auto">
            {file ? site : title}
          </Text>
          {about.length > 0 && (
            <Text textStyle="caption" color="fg.subtle" truncate>
              {about.join(' · ')}
            </Text>
          )}
        </Stack>
        {verdict && <VerdictLabel verdict={verdict} source={url ? 'page' : 'file'} />}
        {passage && <Quoted lineClamp={2}>{passage}</Quoted>}
      </Stack>
    </Flex>
  );
}
