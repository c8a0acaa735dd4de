import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Badge } from '~/client/ui/content/badge';
import { Button, IconButton } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { searchProviderWords as words } from '~/client/words/search-providers';
import type { SearchProviderRow, SearchSettingsView, SearchTest } from '~/shared/schemas/web-search';
import { ProviderDialog } from './provider-dialog';
import { useSearchChange, useSearchFailure } from './use-search-change';

interface ProviderRowProps {
  provider: SearchProviderRow;
  settings: SearchSettingsView;
}

/** One provider: its details, its actions and the result of its test. */
export function ProviderRow({ provider, settings }: ProviderRowProps) {
  const { name, origin } = provider;
  const [opened, setOpened] = useState<'edit' | 'remove'>();
  const close = () => setOpened(undefined);
  const test = trpc.webSearch.test.useMutation({ onError: useSearchFailure(words.testFailed) });
  const remove = trpc.webSearch.removeProvider.useMutation(
    useSearchChange({ done: words.removed, failed: words.removeFailed }, close),
  );
  const label = words.names[name];
  return (
    <Stack as="li" gap="2">
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <ProviderFacts provider={provider} />
        <Flex gap="2" wrap="wrap">
          <MoveUp name={name} settings={settings} />
          <Button
            size="sm"
            aria-label={words.testNamed(label)}
            pending={test.isPending}
            pendingLabel={words.testing}
            onClick={() => test.mutate({ name })}
          >
            {words.test}
          </Button>
          {origin === 'stored' && (
            <>
              <Button size="sm" aria-label={words.editNamed(label)} onClick={() => setOpened('edit')}>
                {words.edit}
              </Button>
              <Button size="sm" aria-label={words.removeNamed(label)} onClick={() => setOpened('remove')}>
                {words.remove}
              </Button>
            </>
          )}
        </Flex>
      </Flex>
      {test.data && <TestResult test={test.data} />}
      {opened === 'edit' && <ProviderDialog provider={provider} free={[name]} onClose={close} />}
      <ConfirmDialog
        isOpen={opened === 'remove'}
        title={words.removeTitle}
        body={words.removeBody(label)}
        confirmLabel={words.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ name })}
        onClose={close}
      />
    </Stack>
  );
}

/**
 * Moves a provider up in the order. Renders nothing for the first provider and for those from the server's settings.
 */
function MoveUp({ name, settings }: { name: SearchProviderRow['name']; settings: SearchSettingsView }) {
  const move = trpc.webSearch.saveDefaults.useMutation(
    useSearchChange({ done: words.moved, failed: words.moveFailed }),
  );
  const stored = settings.providers.filter((row) => row.origin === 'stored').map((row) => row.name);
  const place = stored.indexOf(name);
  if (place <= 0) return null;

  function moveUp() {
    const order = [
      ...stored.slice(0, place - 1),
      name,
      ...stored.filter((other, at) => at >= place - 1 && other !== name),
    ];
    move.mutate({ order });
  }
  return (
    <IconButton size="sm" label={words.moveUp(words.names[name])} aria-disabled={move.isPending} onClick={moveUp}>
      <ArrowUp size={16} strokeWidth={1.5} />
    </IconButton>
  );
}

function ProviderFacts({ provider }: { provider: SearchProviderRow }) {
  const { name, origin, baseUrl, engineId, hasKey, isEnabled, isLocked } = provider;
  const facts = [baseUrl, hasKey && words.withKey, engineId && words.engine(engineId)].filter(Boolean);
  return (
    <Stack gap="0.5" minWidth="0" flex="1 1 14rem">
      <Flex align="center" gap="2" wrap="wrap">
        <Text fontWeight="medium">{words.names[name]}</Text>
        {origin === 'settings' && <Badge>{words.fromSettings}</Badge>}
        {!isEnabled && <Badge tone="outline">{words.disabled}</Badge>}
        {isLocked && <Badge tone="danger">{words.locked}</Badge>}
      </Flex>
      <Text textStyle="caption" color="fg.muted" overflowWrap="anywhere">
        {facts.join(' · ')}
      </Text>
      {origin === 'settings' && (
        <Text textStyle="caption" color="fg.subtle">
          {words.fromSettingsNote}
        </Text>
      )}
    </Stack>
  );
}

function TestResult({ test: { ok, text, milliseconds, results } }: { test: SearchTest }) {
  const outcome = ok
    ? results.length > 0
      ? words.found(results.length, formatCount(milliseconds))
      : words.nothingFound
    : text;
  return (
    <Stack role="status" gap="1" textStyle="caption" color={ok ? 'fg.muted' : 'danger'}>
      <Text>{outcome}</Text>
      <chakra.ol ps="4">
        {results.map(({ title, url }) => (
          <Text as="li" key={url} overflowWrap="anywhere">
            {title} – {url}
          </Text>
        ))}
      </chakra.ol>
    </Stack>
  );
}
