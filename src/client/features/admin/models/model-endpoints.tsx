import { Stack } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Card, Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import { EndpointCard } from './endpoint-card';
import { EndpointDialog } from './endpoint-dialog';

export function ModelEndpoints() {
  const endpoints = trpc.models.endpoints.useQuery();
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus size={16} strokeWidth={1.5} />
      {words.add}
    </Button>
  );
  return (
    <Section title={words.heading} description={words.description} actions={add}>
      {endpoints.data ? (
        <Stack gap="4">
          {endpoints.data.length === 0 && (
            <Card p="0">
              <EmptyState title={words.none} description={words.noneNote} />
            </Card>
          )}
          {endpoints.data.map((endpoint) => (
            <EndpointCard key={endpoint.id ?? 'settings'} endpoint={endpoint} />
          ))}
        </Stack>
      ) : endpoints.isPending ? (
        <Skeleton height="32" borderRadius="card" />
      ) : (
        <QueryError title={words.failed} query={endpoints} />
      )}
      {isAdding && <EndpointDialog onClose={() => setIsAdding(false)} />}
    </Section>
  );
}
