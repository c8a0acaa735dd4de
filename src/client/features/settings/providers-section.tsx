import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { formatMoment } from '~/client/lib/format';
import { type RouterOutputs, trpc } from '~/client/lib/trpc';
import { AccessList, AccessRow } from '~/client/ui/content/access-row';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { providerWords as words } from '~/client/words/sign-in-providers';
import type { SignInProblem } from '~/shared/sign-in-problems';
import { ConnectProvider } from './connect-provider';
import { DisconnectProvider } from './disconnect-provider';
import { Loaded } from './loaded';

type Methods = RouterOutputs['identities']['list'];

/** Default export for `lazy`. */
export default function ProvidersSection({ problem }: { problem?: SignInProblem | undefined }) {
  const methods = trpc.identities.list.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Section title={words.heading} description={words.note}>
      {problem && (
        <Stack role="alert" gap="1" p="4" borderWidth="1px" borderColor="danger" borderRadius="card" bg="bg.raised">
          <Text fontWeight="medium">{words.connectFailedTitle}</Text>
          <Text color="fg.muted">{words.problems[problem]}</Text>
        </Stack>
      )}
      <Loaded query={methods} failureTitle={words.failedToLoad} height="16">
        {(data) => <ProviderList methods={data} />}
      </Loaded>
    </Section>
  );
}

function ProviderList({ methods: { identities, available } }: { methods: Methods }) {
  const [connecting, setConnecting] = useState<Methods['available'][number]>();
  const [removing, setRemoving] = useState<Methods['identities'][number]>();
  return (
    <>
      <AccessList>
        {identities.map((identity) => (
          <AccessRow
            key={identity.id}
            title={identity.name}
            facts={[
              identity.email,
              words.connected(formatMoment(identity.connectedAt)),
              identity.lastUsedAt && words.lastUsed(formatMoment(identity.lastUsedAt)),
            ]}
            action={
              identity.isRemovable && (
                <Button
                  size="sm"
                  aria-label={words.disconnectFrom(identity.name)}
                  onClick={() => setRemoving(identity)}
                >
                  {words.disconnect}
                </Button>
              )
            }
          />
        ))}
        {available.map((provider) => (
          <AccessRow
            key={provider.id}
            title={provider.name}
            facts={[words.notConnected]}
            action={
              <Button size="sm" aria-label={words.connectTo(provider.name)} onClick={() => setConnecting(provider)}>
                {words.connect}
              </Button>
            }
          />
        ))}
      </AccessList>
      {connecting && <ConnectProvider provider={connecting} onClose={() => setConnecting(undefined)} />}
      {removing && <DisconnectProvider identity={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
