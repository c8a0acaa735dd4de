import { useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { SearchField } from '~/client/ui/form/search-field';
import { promptWords as words } from '~/client/words/prompts';
import { PromptsSection } from './prompts-section';
import { SettingsSections } from './settings-sections';

/** The prompts that the composer offers. Default export for `lazy`. */
export default function PromptsTab({ isAdmin }: { isAdmin: boolean }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  return (
    <SettingsSections>
      <SearchField label={words.search} clearLabel={words.clearSearch} value={text} onChange={setText} />
      <PromptsSection scope="personal" mayEdit search={search} />
      <PromptsSection scope="organization" mayEdit={isAdmin} search={search} />
    </SettingsSections>
  );
}
