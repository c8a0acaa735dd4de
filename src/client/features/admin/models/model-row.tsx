import { Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '~/client/lib/format';
import { formatPrice } from '~/client/lib/format-cost';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Badge } from '~/client/ui/content/badge';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import type { ModelTest, OfferedModelRow } from '~/shared/schemas/models';
import { EditModelDialog } from './edit-model-dialog';
import { useModelChange } from './use-model-change';

interface ModelRowProps {
  model: OfferedModelRow;
  isRemovable: boolean;
}

export function ModelRow({ model, isRemovable }: ModelRowProps) {
  const { id, displayName } = model;
  const [opened, setOpened] = useState<'edit' | 'remove'>();
  const close = () => setOpened(undefined);
  const test = trpc.models.test.useMutation({ onError: (cause) => errorToast(words.testFailed, cause) });
  const probe = trpc.models.probe.useMutation(useModelChange({ done: words.probed, failed: words.probeFailed }));
  const remove = trpc.models.delete.useMutation(
    useModelChange({ done: words.modelRemoved, failed: words.modelRemoveFailed }, close),
  );
  const edit = (
    <Button size="sm" aria-label={words.editNamed(displayName)} onClick={() => setOpened('edit')}>
      {words.edit}
    </Button>
  );
  return (
    <Stack as="li" gap="2">
      <Flex align="flex-start" gap="2" wrap="wrap">
        <ModelFacts model={model} />
        <Actions>
          <Button
            size="sm"
            aria-label={words.testNamed(displayName)}
            pending={test.isPending}
            pendingLabel={words.testing}
            onClick={() => test.mutate({ id })}
          >
            {words.test}
          </Button>
          <Button
            size="sm"
            aria-label={words.probeNamed(displayName)}
            pending={probe.isPending}
            pendingLabel={words.probing}
            onClick={() => probe.mutate({ id })}
          >
            {words.probe}
          </Button>
          {!isRemovable && edit}
        </Actions>
        {isRemovable && (
          <Actions>
            {edit}
            <Button size="sm" aria-label={words.removeNamed(displayName)} onClick={() => setOpened('remove')}>
              {words.removeModel}
            </Button>
          </Actions>
        )}
      </Flex>
      {test.data && <TestResult test={test.data} />}
      {opened === 'edit' && <EditModelDialog model={model} onClose={close} />}
      <ConfirmDialog
        isOpen={opened === 'remove'}
        title={words.removeModelTitle}
        body={words.removeModelBody(displayName)}
        confirmLabel={words.removeModel}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        onClose={close}
      />
    </Stack>
  );
}

/** On a phone, each group has its own line, so that no single button wraps. */
const Actions = ({ children }: { children: ReactNode }) => (
  <Flex gap="2" width={{ base: 'full', sm: 'auto' }}>
    {children}
  </Flex>
);

function ModelFacts({ model }: { model: OfferedModelRow }) {
  const { name, displayName, limits, abilities, inputPrice, outputPrice, access, groupIds, isDefault } = model;
  // Object.keys returns strings, but the object has exactly these keys.
  const can = (Object.keys(words.abilities) as (keyof typeof words.abilities)[]).filter(
    (ability) => abilities[ability],
  );
  const facts = [
    name !== displayName && name,
    words.context(formatCount(limits.contextTokens)),
    inputPrice && outputPrice ? words.price(formatPrice(inputPrice), formatPrice(outputPrice)) : words.noPrice,
    ...can.map((ability) => words.abilities[ability]),
  ];
  return (
    <Stack gap="0.5" minWidth="0" flex="1 1 14rem">
      <Flex align="center" gap="2" wrap="wrap">
        <Text overflowWrap="anywhere">{displayName}</Text>
        {isDefault && <Badge tone="accent">{words.isDefault}</Badge>}
        {access === 'administrators' && (
          <Badge tone="outline">{groupIds.length > 0 ? words.onlyGroups : words.onlyAdmins}</Badge>
        )}
      </Flex>
      <Text textStyle="caption" color="fg.muted" overflowWrap="anywhere">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}

function TestResult({ test: { ok, text, hint, milliseconds } }: { test: ModelTest }) {
  return (
    <Text role="status" textStyle="caption" color={ok ? 'fg.muted' : 'danger'} overflowWrap="anywhere">
      {ok ? words.answered(formatCount(milliseconds)) : words.notAnswered} {text} {hint}
    </Text>
  );
}
