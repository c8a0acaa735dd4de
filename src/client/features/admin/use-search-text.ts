import { useEffect, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';

/**
 * The text of a search field, and the text to search for after a pause in typing. `onSearch` keeps the latter, `kept` is
 * what was kept last.
 */
export function useSearchText(kept: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(kept);
  const search = useDebounced(text.trim());
  useEffect(() => {
    if (search !== kept) onSearch(search);
  }, [search, kept, onSearch]);
  return { text, setText, search };
}
