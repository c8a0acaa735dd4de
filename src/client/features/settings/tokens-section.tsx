import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatDate, formatMoment } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { settingsWords as words } from '~/client/words/settings';
import type { ApiTokenSummary } from '~/shared/schemas/tokens';
import { AccessList, AccessRow } from './access-row';
import { CreateToken } from './create-token';
import { Loaded } from './loaded';

export function TokensSection() {
  const tokens = trpc.tokens.list.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Section
      title={words.tokensHeading}
      description={
        <>
          {words.tokensNote} <DocsLink href="/api/docs">{words.tokensDocs}</DocsLink>
        </>
      }
    >
      <Loaded query={tokens} failureTitle={words.tokensFailedToLoad} height="20">
        {(data) => <TokenList tokens={data} />}
      </Loaded>
      <CreateToken />
    </Section>
  );
}

const DocsLink = chakra('a', { base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' } });

function TokenList({ tokens }: { tokens: ApiTokenSummary[] }) {
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<ApiTokenSummary>();
  const revoke = trpc.tokens.revoke.useMutation({
    onSuccess() {
      setAsked(undefined);
      toast({ kind: 'success', title: words.tokenRevoked });
    },
    onError: (cause) => toast({ kind: 'error', title: words.revokeFailed, description: errorMessage(cause) }),
    onSettled: () => utils.tokens.list.invalidate(),
  });
  return (
    <>
      <AccessList as={tokens.length === 0 ? 'div' : 'ul'}>
        {tokens.length === 0 && <EmptyState title={words.noTokens} />}
        {tokens.map((token) => (
          <AccessRow
            key={token.id}
            title={token.name}
            facts={[
              words.tokenScopes[token.scope],
              words.tokenCreated(formatDate(token.createdAt)),
              token.lastUsedAt ? words.tokenLastUsed(formatMoment(token.lastUsedAt)) : words.tokenUnused,
              token.expiresAt ? expiry(token.expiresAt) : words.tokenNeverExpires,
            ]}
            action={
              <Button size="sm" aria-label={words.revokeTokenNamed(token.name)} onClick={() => setAsked(token)}>
                {words.revokeToken}
              </Button>
            }
          />
        ))}
      </AccessList>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={words.revokeTitle}
        body={words.revokeBody(asked?.name ?? '')}
        confirmLabel={words.revokeToken}
        pending={revoke.isPending}
        pendingLabel={words.revoking}
        onConfirm={() => asked && revoke.mutate({ id: asked.id })}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

const expiry = (at: Date) => (at.getTime() > Date.now() ? words.tokenExpires : words.tokenExpired)(formatDate(at));
