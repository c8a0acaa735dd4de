import { keepPreviousData } from '@tanstack/react-query';
import { useDebounced } from '~/client/hooks/use-debounced';
import { trpc } from '~/client/lib/trpc';
import { filterIn, matchingPrompts } from './matching-prompts';

const maxPrompts = 20;
const restMs = 150;

/** The prompts that match the text after the slash. */
export function usePromptSearch(text: string, isOpen: boolean) {
  const filter = filterIn(text) ?? '';
  const search = useDebounced(filter, restMs);
  const list = trpc.prompts.list.useQuery(
    { limit: maxPrompts, ...(search && { search }) },
    // An administrator may have changed the organization-wide prompts.
    { enabled: isOpen, placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const isCurrent = search === filter && !list.isPlaceholderData;
  const items = list.data?.items ?? [];
  return {
    filter,
    prompts: isCurrent ? items : matchingPrompts(items, filter),
    isLoading: !list.isError && (!isCurrent || list.isPending),
    hasFailed: list.isError,
  };
}
