import { Flex, Stack, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { publishedOn } from '~/client/lib/published-on';
import { Quoted } from '~/client/ui/source/source-text';
import { VerdictLabel } from '~/client/ui/source/verdict-label';
import { sourcesWords as words } from '~/client/words/sources';
import { isMissingQuote, sourceKey, toSources } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import type { ChatMessage } from '~/shared/schemas/messages';
import { citationPlaces } from './citation-places';
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
  const { source, cited, publishedAt } = useMemo(
    () => findCited(content, citations, number, place),
    [content, citations, number, place],
  );
  if (!source) return null;
  const { title, site, file, url } = source;
  const passage = cited?.check?.passage ?? cited?.quote;
  const verdict = cited?.check?.verdict;
  const about = [
    site !== title && !file && site,
    file?.page !== undefined && words.pageNumber(file.page),
    publishedOn(publishedAt),
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

/** A source, and its citation at a place. A number that the model wrote itself only matches a sole citation. */
function findCited(content: string, citations: readonly Citation[] = [], number: number, place: number) {
  const sourced = citations.filter((citation) => !isMissingQuote(citation));
  const key = [...new Set(sourced.map(sourceKey))][number - 1];
  const own = sourced.filter((citation) => sourceKey(citation) === key);
  const places = citationPlaces(content, own);
  return {
    source: toSources(citations).find((candidate) => candidate.number === number),
    cited: own.findLast((citation) => places.get(citation) === place) ?? (own.length === 1 ? own[0] : undefined),
    publishedAt: own.findLast((citation) => citation.publishedAt)?.publishedAt,
  };
}
