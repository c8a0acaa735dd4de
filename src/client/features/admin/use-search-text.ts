import { useEffect, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';

/**
 * The text of a search field, and its debounced value to search for. `saved` is the text in the URL, which `onSearch`
 * updates.
 */
export function useSearchText(saved: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(saved);
  const search = useDebounced(text.trim());
  useEffect(() => {
    if (search !== saved) onSearch(search);
  }, [search, saved, onSearch]);
  return { text, setText, search };
}
