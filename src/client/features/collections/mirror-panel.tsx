import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { Checkbox } from '~/client/ui/form/checkbox';
import { collectionsWords as words } from '~/client/words/collections';
import type { CollectionMirrorStatus } from '~/shared/schemas/mirror';
import { useCollectionChange } from './use-collection-change';

const pollMs = 3000;
const isBusy = ({ isOn, problem, documents, mirrored, failed }: CollectionMirrorStatus) =>
  isOn && !problem && mirrored + failed < documents;

function useMirror(collectionId: string): CollectionMirrorStatus | undefined {
  const { data } = trpc.collections.mirror.useQuery(
    { collectionId },
    {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollMs : false),
    },
  );
  return data;
}

/**
 * The copy of a collection at xAI, for users who manage the collection. Renders nothing if mirroring is not configured.
 */
export function MirrorPanel({ collectionId }: { collectionId: string }) {
  const data = useMirror(collectionId);
  const set = trpc.collections.setMirror.useMutation(useCollectionChange());
  const retry = trpc.collections.retryMirror.useMutation(useCollectionChange());
  if (!data?.isAvailable) return null;
  const { isOn, mayChange, documents, mirrored, failed, problem, failures } = data;
  const hasFailed = isOn && (failed > 0 || problem !== undefined);
  return (
    <Stack
      as="section"
      aria-label={words.mirror}
      gap="3"
      px="4"
      py="3"
      borderWidth="1px"
      borderRadius="card"
      bg="bg.raised"
    >
      <Flex justify="space-between" align="flex-start" wrap="wrap" gap="3">
        <Checkbox
          label={words.mirror}
          hint={words.mirrorHint}
          checked={set.isPending ? set.variables.isOn : isOn}
          disabled={!mayChange || set.isPending}
          onChange={({ target }) => set.mutate({ collectionId, isOn: target.checked })}
        />
        {isOn && (
          <Text textStyle="caption" color="fg.muted" fontVariantNumeric="tabular-nums" role="status">
            {words.mirrored(mirrored, documents)}
          </Text>
        )}
      </Flex>
      {hasFailed && (
        <Stack gap="2" align="flex-start">
          {problem && <Text color="danger">{problem}</Text>}
          {failures.length > 0 && (
            <chakra.ul listStyleType="none" width="full">
              {failures.map((failure) => (
                <Text as="li" key={failure.documentId} overflowWrap="anywhere">
                  {failure.title}
                  <Text as="span" color="danger">
                    {` – ${failure.problem}`}
                  </Text>
                </Text>
              ))}
            </chakra.ul>
          )}
          {failed > failures.length && <Text color="fg.muted">{words.mirrorMore(failed - failures.length)}</Text>}
          <Button pending={retry.isPending} onClick={() => retry.mutate({ collectionId })}>
            {words.mirrorRetry}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
