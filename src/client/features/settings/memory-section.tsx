import { Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { usePendingInputs } from '~/client/hooks/use-pending-inputs';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { AccessList } from '~/client/ui/content/access-row';
import { Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button } from '~/client/ui/form/button';
import { Checkbox } from '~/client/ui/form/checkbox';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { memoryWords as words } from '~/client/words/memory';
import { limits } from '~/shared/limits';
import type { MemoryOverview } from '~/shared/schemas/memory';
import { Loaded } from './loaded';
import { MemoryFact } from './memory-fact';
import { MemoryForm } from './memory-form';

/** The facts that qChat remembers about the user. */
export function MemorySection() {
  const stored = trpc.memory.get.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Section title={words.heading} description={words.note}>
      <Loaded query={stored} failureTitle={words.loadFailed} height="24">
        {(overview) => <Overview overview={overview} />}
      </Loaded>
    </Section>
  );
}

function Overview({ overview: { isEnabled, facts } }: { overview: MemoryOverview }) {
  const query = trpc.useUtils().memory.get;
  const save = trpc.memory.saveSettings.useMutation({
    // Runs sequentially, so that the last choice is the one stored.
    scope: { id: 'memory-settings' },
    onSuccess: (saved) => query.setData(undefined, (before) => before && { ...before, ...saved }),
    onError: (cause) => errorToast(words.switchFailed, cause),
    // Not awaited, so that a choice that was not saved disappears at once.
    onSettled: () => void query.invalidate(),
  });
  const chosen = usePendingInputs(trpc.memory.saveSettings).at(-1);
  const add = trpc.memory.add.useMutation({ onSettled: () => query.invalidate() });
  return (
    <Stack gap="5">
      <Checkbox
        label={words.switch}
        hint={words.switchNote}
        checked={chosen?.isEnabled ?? isEnabled}
        onChange={({ currentTarget }) => save.mutate({ isEnabled: currentTarget.checked })}
      />
      <AccessList as={facts.length === 0 ? 'div' : 'ul'}>
        {facts.length === 0 && <EmptyState title={words.none} />}
        {facts.map((fact) => (
          <MemoryFact key={fact.id} fact={fact} />
        ))}
      </AccessList>
      <MemoryForm
        label={words.newFact}
        submit={words.add}
        pendingLabel={words.adding}
        failure={words.addFailed}
        onSave={(text) => add.mutateAsync({ text })}
      />
      {facts.length > 0 && <DeleteAll count={facts.length} />}
    </Stack>
  );
}

function DeleteAll({ count }: { count: number }) {
  const query = trpc.useUtils().memory.get;
  const [isAsking, setIsAsking] = useState(false);
  const deleteAll = trpc.memory.deleteAll.useMutation({
    onSuccess() {
      setIsAsking(false);
      toast({ kind: 'success', title: words.allDeleted });
    },
    onError: (cause) => errorToast(words.deleteFailed, cause),
    onSettled: () => query.invalidate(),
  });
  return (
    <Flex align="center" justify="space-between" gap="4" wrap="wrap">
      <Text textStyle="caption" color="fg.muted" data-numeric>
        {words.count(count, limits.memories)}
      </Text>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        {words.deleteAll}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.deleteAllTitle}
        body={words.deleteAllBody(count)}
        confirmLabel={words.deleteAll}
        pending={deleteAll.isPending}
        pendingLabel={words.deletingAll}
        onConfirm={() => deleteAll.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </Flex>
  );
}
