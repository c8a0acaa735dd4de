import { chakra, Stack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { authWords as words } from '~/client/words/auth';
import { AuthFrame } from './auth-frame';
import { AuthLink } from './auth-link';
import { EmailField } from './email-field';
import { saveTypedEmail, typedEmail } from './typed-email';

export function ForgotPasswordPage() {
  /** The submitted email. A link was only sent if its account exists, which the server does not reveal. */
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AuthFrame title={sentTo === undefined ? words.forgotTitle : words.linkSentTitle}>
      <Stack gap="5">
        {sentTo === undefined ? (
          <RequestLink onSent={setSentTo} />
        ) : (
          <LinkSent email={sentTo} onOther={() => setSentTo(undefined)} />
        )}
        <AuthLink asChild alignSelf="center">
          <Link to="/auth">{words.backToSignIn}</Link>
        </AuthLink>
      </Stack>
    </AuthFrame>
  );
}

function RequestLink({ onSent }: { onSent: (email: string) => void }) {
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { email: typedEmail() },
    // Stricter than the server, which accepts any text, so that typos show at once.
    loadSchema: () => import('~/shared/schemas/auth').then(({ registerInput }) => registerInput.pick({ email: true })),
    failureTitle: words.forgotFailed,
    onValid: (values) => {
      saveTypedEmail(values.email);
      request.mutate(values);
    },
  });
  const request = trpc.passwordReset.request.useMutation({
    onSuccess: (_, { email }) => onSent(email.trim()),
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.forgotTitle}>
      <Stack gap="5">
        <Text color="fg.muted" textAlign="center" textWrap="balance">
          {words.forgotHint}
        </Text>
        <EmailField {...fieldProps('email')} />
        <Button type="submit" variant="primary" size="lg" pending={request.isPending} pendingLabel={words.sendingLink}>
          {words.sendLink}
        </Button>
      </Stack>
    </chakra.form>
  );
}

function LinkSent({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <Stack gap="5" role="status" textAlign="center">
      <Text overflowWrap="anywhere">{words.linkSent(email)}</Text>
      <Text color="fg.muted">{words.linkSentHint}</Text>
      <Button onClick={onOther}>{words.otherEmail}</Button>
    </Stack>
  );
}
