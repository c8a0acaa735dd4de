import { chakra, Stack, Text } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { setupWords as words } from '~/client/words/setup';

export function SetupDenied() {
  const { data: user } = trpc.auth.user.useQuery();
  return (
    <Stack gap="2">
      <Text as="h2" textStyle="heading">
        {words.denied}
      </Text>
      <Text color="fg.muted">{words.deniedBody}</Text>
      <Text color="fg.muted" overflowWrap="anywhere">
        {words.signedInAs} <chakra.span color="fg">{user?.email}</chakra.span>
      </Text>
    </Stack>
  );
}
