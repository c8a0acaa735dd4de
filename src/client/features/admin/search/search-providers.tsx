import { chakra, Stack, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Card, Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { searchProviderWords as words } from '~/client/words/search-providers';
import type { SearchSettingsView } from '~/shared/schemas/web-search';
import { searchProviders } from '~/shared/search-providers';
import { ProviderDialog } from './provider-dialog';
import { ProviderRow } from './provider-row';
import { SearchDefaults } from './search-defaults';

/** The search providers in the order in which they are tried. Default export for `lazy`. */
export default function SearchProviders() {
  const settings = trpc.webSearch.settings.useQuery(undefined, { refetchOnMount: 'always' });
  if (settings.data) return <Providers settings={settings.data} />;
  if (settings.isPending) return <Skeleton height="32" borderRadius="card" />;
  return <QueryError title={words.failed} query={settings} />;
}

function Providers({ settings }: { settings: SearchSettingsView }) {
  const [isAdding, setIsAdding] = useState(false);
  const { providers, isOff } = settings;
  const free = searchProviders.filter((name) => !providers.some((provider) => provider.name === name));
  const add = free.length > 0 && (
    <Button onClick={() => setIsAdding(true)}>
      <Plus size={16} strokeWidth={1.5} />
      {words.add}
    </Button>
  );
  return (
    <Stack gap="8">
      <Section title={words.heading} description={words.description} actions={add}>
        {isOff && <Text color="danger">{words.off}</Text>}
        {providers.length === 0 ? (
          <Card p="0">
            <EmptyState title={words.none} description={words.noneNote} />
          </Card>
        ) : (
          <Card>
            <List>
              {providers.map((provider) => (
                <ProviderRow key={provider.name} provider={provider} settings={settings} />
              ))}
            </List>
          </Card>
        )}
        {isAdding && <ProviderDialog free={free} onClose={() => setIsAdding(false)} />}
      </Section>
      <SearchDefaults settings={settings} />
    </Stack>
  );
}

const List = chakra('ul', {
  base: { listStyleType: 'none', '& > li + li': { mt: '4', pt: '4', borderTopWidth: '1px' } },
});
