import { chakra } from '@chakra-ui/react';
import { useShownOnce } from '~/client/hooks/use-shown-once';
import { atBase } from '~/client/lib/base-path';
import { formatDate, formatMoment } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { RevocableList } from '~/client/ui/content/revocable-list';
import { settingsWords as words } from '~/client/words/settings';
import type { ApiTokenSummary, CreatedApiToken } from '~/shared/schemas/tokens';
import { CreateToken } from './create-token';
import { Loaded } from './loaded';

export function TokensSection() {
  const tokens = trpc.tokens.list.useQuery(undefined, { refetchOnMount: 'always' });
  const { shown, setShown, onRevoked } = useShownOnce<CreatedApiToken>();
  return (
    <Section
      title={words.tokensHeading}
      description={
        <>
          {words.tokensNote} <DocsLink href={atBase('/api/docs')}>{words.tokensDocs}</DocsLink>
        </>
      }
    >
      <Loaded query={tokens} failureTitle={words.tokensFailedToLoad} height="20">
        {(data) => <TokenList tokens={data} onRevoked={onRevoked} />}
      </Loaded>
      <CreateToken created={shown} onCreated={setShown} />
    </Section>
  );
}

const DocsLink = chakra('a', { base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' } });

function TokenList({ tokens, onRevoked }: { tokens: ApiTokenSummary[]; onRevoked: (id: string) => void }) {
  const utils = trpc.useUtils();
  const revoke = trpc.tokens.revoke.useMutation({
    onSuccess(_, { id }) {
      onRevoked(id);
      toast({ kind: 'success', title: words.tokenRevoked });
    },
    onError: (cause) => errorToast(words.revokeFailed, cause),
    onSettled: () => utils.tokens.list.invalidate(),
  });
  return (
    <RevocableList
      items={tokens}
      facts={({ scope, createdAt, lastUsedAt, expiresAt }) => [
        words.tokenScopes[scope],
        words.tokenCreated(formatDate(createdAt)),
        lastUsedAt ? words.tokenLastUsed(formatMoment(lastUsedAt)) : words.tokenUnused,
        expiresAt ? expiry(expiresAt) : words.tokenNeverExpires,
      ]}
      words={{
        ...words,
        none: words.noTokens,
        revoke: words.revokeToken,
        revokeOf: words.revokeTokenNamed,
      }}
      isRevoking={revoke.isPending}
      onRevoke={(id, onSuccess) => revoke.mutate({ id }, { onSuccess })}
    />
  );
}

const expiry = (at: Date) => (at.getTime() > Date.now() ? words.tokenExpires : words.tokenExpired)(formatDate(at));
