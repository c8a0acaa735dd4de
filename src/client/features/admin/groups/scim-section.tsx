import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useShownOnce } from '~/client/hooks/use-shown-once';
import { formatDate, formatMoment } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { RevocableList } from '~/client/ui/content/revocable-list';
import { ShownOnce } from '~/client/ui/content/shown-once';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { scimWords as words } from '~/client/words/scim';
import type { CreatedScimToken, ScimTokenRow } from '~/shared/schemas/scim';
import { ScimTokenDialog } from './scim-token-dialog';

/** The tokens that directories use to manage users and groups. */
export function ScimSection() {
  const tokens = trpc.scim.tokens.useQuery(undefined, { refetchOnMount: 'always' });
  const [isCreating, setIsCreating] = useState(false);
  const { shown: created, setShown: setCreated, onRevoked } = useShownOnce<CreatedScimToken>();
  return (
    <Section title={words.heading} description={words.note}>
      {created && (
        <ShownOnce
          note={words.created(created.url)}
          value={created.token}
          label={words.token}
          copyLabel={words.copy}
          doneLabel={words.done}
          onDone={() => setCreated(undefined)}
        />
      )}
      {tokens.data ? (
        <TokenList tokens={tokens.data} onRevoked={onRevoked} />
      ) : tokens.error ? (
        <QueryError title={words.failed} query={tokens} />
      ) : (
        <Skeleton height="20" />
      )}
      <Flex>
        <Button onClick={() => setIsCreating(true)}>{words.create}</Button>
      </Flex>
      {isCreating && <ScimTokenDialog onCreated={setCreated} onClose={() => setIsCreating(false)} />}
    </Section>
  );
}

function TokenList({ tokens, onRevoked }: { tokens: ScimTokenRow[]; onRevoked: (id: string) => void }) {
  const utils = trpc.useUtils();
  const revoke = trpc.scim.revokeToken.useMutation({
    onSuccess(_, { id }) {
      onRevoked(id);
      toast({ kind: 'success', title: words.revoked });
    },
    onError: (cause) => errorToast(words.revokeFailed, cause),
    onSettled: () => utils.scim.tokens.invalidate(),
  });
  return (
    <RevocableList
      label={words.list}
      items={tokens}
      facts={({ createdAt, lastUsedAt }) => [
        words.createdAt(formatDate(createdAt)),
        lastUsedAt ? words.lastUsed(formatMoment(lastUsedAt)) : words.unused,
      ]}
      words={words}
      isRevoking={revoke.isPending}
      onRevoke={(id, onSuccess) => revoke.mutate({ id }, { onSuccess })}
    />
  );
}
