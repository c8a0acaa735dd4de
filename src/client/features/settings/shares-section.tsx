import { HStack } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDate } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { AccessList, AccessRow } from '~/client/ui/content/access-row';
import { Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { shareWords as words } from '~/client/words/share';
import type { Share } from '~/shared/schemas/shares';
import { Loaded } from './loaded';

/** The links that share conversations and answers with others. */
export function SharesSection() {
  const list = trpc.shares.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: 'always' },
  );
  return (
    <Section title={words.heading} description={words.note}>
      <Loaded query={list} failureTitle={words.loadFailed} height="16">
        {({ pages }) => <ShareList shares={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Section>
  );
}

function ShareList({ shares }: { shares: readonly Share[] }) {
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<Share>();
  const revoke = trpc.shares.revoke.useMutation({
    onSuccess() {
      setAsked(undefined);
      toast({ kind: 'success', title: words.revoked });
    },
    onError: (cause) => errorToast(words.revokeFailed, cause),
    onSettled: () => utils.shares.list.invalidate(),
  });
  return (
    <>
      <AccessList as={shares.length === 0 ? 'div' : 'ul'}>
        {shares.length === 0 && <EmptyState title={words.none} />}
        {shares.map((share) => (
          <AccessRow
            key={share.id}
            title={share.title}
            facts={factsOf(share)}
            action={
              <HStack gap="1">
                <CopyButton label={words.copyNamed(share.title)} text={() => share.url} />
                <Button size="sm" aria-label={words.revokeNamed(share.title)} onClick={() => setAsked(share)}>
                  {words.revoke}
                </Button>
              </HStack>
            }
          />
        ))}
      </AccessList>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={words.revokeTitle}
        body={words.revokeBody(asked?.title ?? '')}
        confirmLabel={words.revoke}
        pending={revoke.isPending}
        pendingLabel={words.revoking}
        onConfirm={() => asked && revoke.mutate({ shareId: asked.id })}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

const factsOf = ({ audience, groups, isProtected, files, createdAt, expiresAt }: Share) => [
  groups.length > 0 ? words.forGroups(groups.join(', ')) : words.audiences[audience],
  isProtected && words.withPassword,
  files.length > 0 && words.withFiles(files.length),
  words.shared(formatDate(createdAt)),
  expiresAt && (expiresAt.getTime() > Date.now() ? words.expires : words.expired)(formatDate(expiresAt)),
];
