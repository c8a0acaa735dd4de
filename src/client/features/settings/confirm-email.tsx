import { Stack, Text } from '@chakra-ui/react';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { settingsWords as words } from '~/client/words/settings';

/** A subtle notice while the email is unconfirmed. Renders nothing if the installation sends no email. */
export function ConfirmEmail({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const confirmation = trpc.emailConfirmation.status.useQuery(undefined, {
    // The link in the email is opened in another tab.
    refetchOnMount: ({ state }) => state.data?.status !== 'pending' || 'always',
    refetchOnWindowFocus: ({ state }) => state.data?.status === 'pending' && 'always',
  });
  const resend = trpc.emailConfirmation.resend.useMutation({
    onSuccess(data) {
      utils.emailConfirmation.status.setData(undefined, data);
      if (data.status === 'pending')
        toast({ kind: 'success', title: words.confirmSent, description: words.confirmSentMore(email) });
      else void utils.follows.settings.invalidate();
    },
    onError: (cause) => errorToast(words.confirmFailed, cause),
  });
  if (confirmation.data?.status !== 'pending') return null;
  return (
    <Stack
      role="status"
      direction={{ base: 'column', sm: 'row' }}
      gap="3"
      mb="5"
      p="4"
      align={{ base: 'start', sm: 'center' }}
      justify="space-between"
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
    >
      <Stack gap="1" minWidth="0">
        <Text fontWeight="medium">{words.confirmHeading}</Text>
        <Text color="fg.muted" textStyle="ui" overflowWrap="anywhere">
          {words.confirmNote(email)}
        </Text>
      </Stack>
      <Button
        flexShrink="0"
        onClick={() => resend.mutate()}
        pending={resend.isPending}
        pendingLabel={words.confirmSending}
      >
        {words.confirmSendAgain}
      </Button>
    </Stack>
  );
}
