import { HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { formatMoment } from '~/client/lib/format';
import { canUsePasskeys } from '~/client/lib/passkeys';
import { trpc } from '~/client/lib/trpc';
import { AccessList, AccessRow } from '~/client/ui/content/access-row';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { passkeyWords as words } from '~/client/words/passkeys';
import type { PasskeySummary } from '~/shared/schemas/passkeys';
import { AddPasskey } from './add-passkey';
import { RemovePasskey } from './remove-passkey';
import { RenamePasskey } from './rename-passkey';

interface PasskeysPartProps {
  /** Called when recovery codes are shown, and when they have been saved. */
  onCodes: (areShown: boolean) => void;
}

/** The account's passkeys, shown below the authenticator app. */
export function PasskeysPart({ onCodes }: PasskeysPartProps) {
  const passkeys = trpc.passkeys.list.useQuery(undefined, { refetchOnMount: 'always' });
  const canSignIn = trpc.auth.config.useQuery().data?.hasPasswordSignIn !== false;
  const [isAdding, setIsAdding] = useState(false);
  const stop = () => setIsAdding(false);
  function added() {
    onCodes(false);
    stop();
  }
  return (
    <Stack gap="3" mt="2">
      <Stack gap="0.5">
        <Text as="h3" fontWeight="medium">
          {words.passkeys}
        </Text>
        <Text color="fg.muted">
          {!canUsePasskeys() ? words.unsupported : canSignIn ? words.note : words.noteConfirming}
        </Text>
      </Stack>
      {passkeys.data ? (
        <PasskeyRows passkeys={passkeys.data} />
      ) : passkeys.isPending ? (
        <Skeleton height="16" />
      ) : (
        <QueryError title={words.failedToLoad} query={passkeys} />
      )}
      {isAdding ? (
        <AddPasskey page="/settings?tab=password" onCodes={() => onCodes(true)} onDone={added} onCancel={stop} />
      ) : (
        canUsePasskeys() && (
          <Button alignSelf="start" onClick={() => setIsAdding(true)}>
            {words.add}
          </Button>
        )
      )}
    </Stack>
  );
}

function PasskeyRows({ passkeys }: { passkeys: PasskeySummary[] }) {
  const [doing, setDoing] = useState<{ what: 'rename' | 'remove'; passkey: PasskeySummary }>();
  const stop = () => setDoing(undefined);
  if (passkeys.length === 0) return null;
  return (
    <>
      <AccessList>
        {passkeys.map((passkey) => (
          <AccessRow
            key={passkey.id}
            title={passkey.name}
            facts={[
              words.added(formatMoment(passkey.createdAt)),
              passkey.lastUsedAt ? words.lastUsed(formatMoment(passkey.lastUsedAt)) : words.neverUsed,
            ]}
            action={
              <HStack gap="2" wrap="wrap" justify="flex-end">
                <Button
                  size="sm"
                  aria-label={words.renameOf(passkey.name)}
                  onClick={() => setDoing({ what: 'rename', passkey })}
                >
                  {words.rename}
                </Button>
                <Button
                  size="sm"
                  aria-label={words.removeOf(passkey.name)}
                  onClick={() => setDoing({ what: 'remove', passkey })}
                >
                  {words.remove}
                </Button>
              </HStack>
            }
          />
        ))}
      </AccessList>
      {doing?.what === 'rename' && <RenamePasskey passkey={doing.passkey} onClose={stop} />}
      {doing?.what === 'remove' && <RemovePasskey passkey={doing.passkey} onClose={stop} />}
    </>
  );
}
