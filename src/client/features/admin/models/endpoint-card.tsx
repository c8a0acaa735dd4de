import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Badge } from '~/client/ui/content/badge';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import type { ModelEndpointRow } from '~/shared/schemas/models';
import { AddModelDialog } from './add-model-dialog';
import { EndpointDialog } from './endpoint-dialog';
import { ModelRow } from './model-row';
import { useModelChange } from './use-model-change';

/** An endpoint with its models. An endpoint from the server's settings can't be edited here, but its model can. */
export function EndpointCard({ endpoint }: { endpoint: ModelEndpointRow }) {
  const { id, name, models } = endpoint;
  const [opened, setOpened] = useState<'edit' | 'delete' | 'add'>();
  const close = () => setOpened(undefined);
  const remove = trpc.models.deleteEndpoint.useMutation(
    useModelChange({ done: words.removed, failed: words.removeFailed }, close),
  );
  return (
    <Card>
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <EndpointFacts endpoint={endpoint} />
        {id && (
          <Flex gap="2" wrap="wrap">
            <Button size="sm" aria-label={words.editNamed(name)} onClick={() => setOpened('edit')}>
              {words.edit}
            </Button>
            <Button size="sm" aria-label={words.removeNamed(name)} onClick={() => setOpened('delete')}>
              {words.remove}
            </Button>
          </Flex>
        )}
      </Flex>
      <List aria-label={words.models(name)}>
        {models.map((model) => (
          <ModelRow key={model.id} model={model} isRemovable={id !== null} />
        ))}
      </List>
      {models.length === 0 && (
        <Text mt="3" color="fg.muted">
          {words.noModels}
        </Text>
      )}
      {id && (
        <>
          <Button size="sm" mt="3" aria-label={words.addModelTo(name)} onClick={() => setOpened('add')}>
            <Plus size={14} strokeWidth={1.5} />
            {words.addModel}
          </Button>
          {opened === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} />}
          <AddModelDialog isOpen={opened === 'add'} endpointId={id} endpointName={name} onClose={close} />
          <ConfirmDialog
            isOpen={opened === 'delete'}
            title={words.removeTitle}
            body={words.removeBody(name)}
            confirmLabel={words.remove}
            pending={remove.isPending}
            onConfirm={() => remove.mutate({ id })}
            onClose={close}
          />
        </>
      )}
    </Card>
  );
}

function EndpointFacts({ endpoint }: { endpoint: ModelEndpointRow }) {
  const { id, name, baseUrl, api, hasKey, headerNames, proxy, isEnabled, isLocked } = endpoint;
  const { embeddingModel, rerankModel } = endpoint;
  const facts = [
    words.apis[api],
    hasKey ? words.withKey : words.withoutKey,
    headerNames.join(', '),
    proxy && words.proxy(proxy),
    embeddingModel && words.embeds(embeddingModel),
    rerankModel && words.reranks(rerankModel),
  ];
  return (
    <Stack gap="1" minWidth="0">
      <Flex align="center" gap="2" wrap="wrap">
        <Text as="h3" fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Text>
        {!id && <Badge>{words.fromSettings}</Badge>}
        {!isEnabled && <Badge tone="outline">{words.disabled}</Badge>}
        {isLocked && <Badge tone="danger">{words.locked}</Badge>}
      </Flex>
      <Text textStyle="caption" color="fg.muted" overflowWrap="anywhere">
        {baseUrl}
      </Text>
      <Text textStyle="caption" color="fg.muted" overflowWrap="anywhere">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      {!id && (
        <Text textStyle="caption" color="fg.subtle">
          {words.fromSettingsNote}
        </Text>
      )}
    </Stack>
  );
}

const List = chakra('ul', {
  base: { listStyleType: 'none', '& > li': { mt: '3', pt: '3', borderTopWidth: '1px' } },
});
