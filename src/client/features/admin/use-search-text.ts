import { useEffect, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';

/**
 * The text of a search field, and the text to search for, which follows after a pause in typing. `saved` is the text in
 * the URL; `onSearch` saves another one there.
 */
export function useSearchText(saved: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(saved);
  const search = useDebounced(text.trim());
  useEffect(() => {
    if (search !== saved) onSearch(search);
  }, [search, saved, onSearch]);
  return { text, setText, search };
}
