import { useNavigate } from '@tanstack/react-router';
import { useSameLocation } from '~/client/hooks/use-same-location';
import { formatShortDate } from '~/client/lib/format';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { commandsWords as words } from '~/client/words/commands';
import { brand } from '~/shared/brand';
import type { SearchHit } from '~/shared/schemas/search';
import type { PaletteItem } from './palette-items';
import { isSearchable, type SearchFilters, searchQuery } from './search-filters';

/** Messages that contain the text, best match first. */
export function useMessageHits(text: string, filters: SearchFilters, onClose: () => void) {
  const navigate = useNavigate();
  const beginWatch = useSameLocation();
  const utils = trpc.useUtils();
  const { data: user } = trpc.auth.user.useQuery();
  const isAsked = Boolean(user) && isSearchable(text);
  const hits = trpc.search.messages.useQuery(searchQuery(text, filters), {
    enabled: isAsked,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  /** Continues after the palette has closed. */
  async function open({ conversationId, messageId, isActive }: SearchHit): Promise<void> {
    onClose();
    const isStillHere = beginWatch();
    try {
      if (messageId && !isActive) {
        await utils.client.messages.show.mutate({ messageId });
        // The cached messages are those of the previous branch.
        await utils.messages.list.reset({ conversationId });
      }
      if (!isStillHere()) return;
      await navigate({ to: '/qchat', search: { c: conversationId, ...(messageId && { m: messageId }) } });
    } catch (cause) {
      errorToast(words.switchFailed, cause);
    }
  }

  return {
    items: (isAsked ? (hits.data?.items ?? []) : []).map(
      (hit): PaletteItem => ({
        id: hit.messageId ?? hit.conversationId,
        name: hit.title,
        group: words.messages,
        run: () => void open(hit),
        detail: {
          snippet: hit.snippet,
          note: noteOf(hit),
          at: hit.at,
          date: formatShortDate(hit.at),
        },
      }),
    ),
    isSearching: isAsked && hits.isFetching,
    isOfEarlierSearch: hits.isPlaceholderData,
    hasFailed: isAsked && hits.isError,
    leavesOutTexts: isAsked && hits.data?.leavesOutTexts === true,
    isTooLong: text !== '' && !isSearchable(text),
  };
}

const noteOf = ({ role, files, isActive }: SearchHit): string =>
  [role === 'user' ? words.you : brand.chat, ...files, ...(isActive ? [] : [words.otherVersion])].join(' · ');
