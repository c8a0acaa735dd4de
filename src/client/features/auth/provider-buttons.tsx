import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { atBase } from '~/client/lib/base-path';
import { Button } from '~/client/ui/form/button';
import { providerWords as words } from '~/client/words/sign-in-providers';
import type { SignInProblem } from '~/shared/sign-in-problems';

interface ProviderButtonsProps {
  providers: readonly { id: string; name: string }[];
  /** The page to open after sign-in; a path of this site. */
  redirect: string;
  /** Whether there is a password form above the buttons. */
  hasForm: boolean;
}

/** One link per provider. The server redirects to the provider, so these are full page loads. */
export function ProviderButtons({ providers, redirect, hasForm }: ProviderButtonsProps) {
  return (
    <Stack gap="4">
      {hasForm && (
        <Flex align="center" gap="3" color="fg.muted">
          <Box flex="1" borderTopWidth="1px" />
          <Text textStyle="caption">{words.or}</Text>
          <Box flex="1" borderTopWidth="1px" />
        </Flex>
      )}
      {providers.map(({ id, name }) => (
        <Button key={id} asChild size="lg" variant={hasForm ? 'secondary' : 'primary'}>
          <a href={atBase(`/auth/oidc/${id}/start?${new URLSearchParams({ redirect })}`)}>{words.continueWith(name)}</a>
        </Button>
      ))}
    </Stack>
  );
}

/** Why the last attempt failed. */
export function ProviderProblem({ problem }: { problem: SignInProblem }) {
  return (
    <Stack role="alert" gap="1" p="4" borderWidth="1px" borderColor="danger" borderRadius="card" bg="bg.raised">
      <Text as="h2" fontWeight="medium">
        {words.failed}
      </Text>
      <Text color="fg.muted">{words.problems[problem]}</Text>
    </Stack>
  );
}
