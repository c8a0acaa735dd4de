import { chakra, Flex } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { searchProviderWords as words } from '~/client/words/search-providers';
import type { SearchSettingsView } from '~/shared/schemas/web-search';
import { useSearchChange } from './use-search-change';

const toInput = ({ language, region }: { language: string; region: string }) => ({
  language: language.trim() || null,
  region: region.trim() || null,
});

/** Language and region for searches that specify none. */
export function SearchDefaults({ settings: { language, region } }: { settings: SearchSettingsView }) {
  const saved = { language: language ?? '', region: region ?? '' };
  const { formProps, fieldProps, watch, onError } = useServerForm({
    defaultValues: saved,
    values: saved,
    loadSchema: () => import('~/shared/schemas/web-search').then((schemas) => schemas.searchDefaultsInput),
    toInput,
    onValid: (values) => save.mutate(toInput(values)),
  });
  const change = useSearchChange({ done: words.defaultsSaved, failed: words.defaultsFailed });
  const save = trpc.webSearch.saveDefaults.useMutation({
    onSuccess: change.onSuccess,
    onError(cause) {
      change.onError(cause);
      onError(cause);
    },
  });
  const values = toInput(watch());
  const isChanged = values.language !== language || values.region !== region;
  return (
    <Section title={words.defaults} description={words.defaultsNote}>
      <chakra.form {...formProps}>
        <Flex gap="4" align="flex-start" wrap="wrap">
          <TextField label={words.language} hint={words.languageHint} maxLength={2} {...fieldProps('language')} />
          <TextField label={words.region} hint={words.regionHint} maxLength={2} {...fieldProps('region')} />
        </Flex>
        <Button type="submit" mt="4" inactive={!isChanged} pending={save.isPending}>
          {words.saveDefaults}
        </Button>
      </chakra.form>
    </Section>
  );
}
