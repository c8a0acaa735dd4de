import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatCount, formatMoment } from '~/client/lib/format';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { Button, IconButton } from '~/client/ui/form/button';
import { followWords as words } from '~/client/words/follows';
import { newsKinds } from '~/shared/news-kinds';
import type { PositionNews } from '~/shared/schemas/position-news';
import { NewsList } from './news-list';

/** Renders nothing without news or if loading fails, because the tables below are the page's purpose. */
export function NewsPanel() {
  const { news, dismiss } = useNews();
  const [isOpen, setIsOpen] = useState(false);
  const [titleId, listId] = [useId(), useId()];
  const parts = news ? newsKinds.filter((kind) => news.counts[kind] > 0) : [];
  if (!news || parts.length === 0) return null;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  const total = newsKinds.reduce((sum, kind) => sum + news.counts[kind], 0);
  return (
    <Card as="section" aria-labelledby={titleId} py={{ base: '2', md: '2' }}>
      <HStack justify="space-between" align="center" gap="3">
        <Text id={titleId} textStyle="ui" minWidth="0">
          <chakra.span fontWeight="medium">{words.newsTitle}:</chakra.span>{' '}
          {parts.map((kind) => words.summaries[kind](news.counts[kind])).join(', ')}
        </Text>
        <HStack gap="1" flexShrink="0">
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={isOpen ? words.hide : words.show}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron size={16} strokeWidth={1.5} aria-hidden />
          </Button>
          <IconButton size="sm" label={words.dismiss} onClick={() => dismiss(news)}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </HStack>
      </HStack>
      <chakra.div id={listId} hidden={!isOpen}>
        {isOpen && (
          <Stack gap="3" pt="2" pb="2">
            <NewsList items={news.items} />
            <Text textStyle="caption" color="fg.subtle">
              {total > news.items.length && `${words.more(formatCount(total - news.items.length))}. `}
              {words.newsSince(formatMoment(news.since))}
            </Text>
          </Stack>
        )}
      </chakra.div>
    </Card>
  );
}

// A cast, because fromEntries loses the type of the keys.
const none = Object.fromEntries(newsKinds.map((kind) => [kind, 0])) as PositionNews['counts'];

function useNews() {
  const utils = trpc.useUtils();
  const { data: news } = trpc.follows.news.useQuery();
  const look = trpc.follows.look.useMutation();
  const markSeen = trpc.follows.look.useMutation({
    onError(cause) {
      errorToast(words.dismissFailed, cause);
    },
    onSettled: () => utils.follows.news.invalidate(),
  });
  // The visit is recorded after the news has loaded, so that they stay visible until the next visit.
  const isRecorded = useRef(false);
  const { mutate } = look;
  useEffect(() => {
    if (!news || isRecorded.current) return;
    isRecorded.current = true;
    mutate({});
  }, [news, mutate]);
  const dismiss = async (seen: PositionNews) => {
    // A pending response would restore the news.
    await utils.follows.news.cancel();
    utils.follows.news.setData(undefined, { ...seen, since: seen.asOf, counts: none, items: [] });
    markSeen.mutate({ until: seen.asOf });
  };
  return { news, dismiss };
}
