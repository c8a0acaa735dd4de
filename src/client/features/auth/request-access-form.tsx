import { chakra, Stack, Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { invitationWords as words } from '~/client/words/invitations';
import { EmailField } from './email-field';
import { SignUpNote } from './sign-up-note';

interface RequestAccessFormProps {
  /** The email typed on the other tab. */
  email: string;
  /** Email domains that receive a sign-up link; if undefined, the email joins the waitlist. */
  domains?: readonly string[];
}

export function RequestAccessForm({ email, domains }: RequestAccessFormProps) {
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { email },
    loadSchema: () => import('~/shared/schemas/invitations').then((schemas) => schemas.requestAccessInput),
    failureTitle: words.requestFailed,
    onValid: (values) => request.mutate(values),
  });
  const request = trpc.invitations.request.useMutation({ onError });
  if (request.data) {
    const sentTo = request.variables.email.trim();
    return domains ? (
      <SignUpNote title={words.linkSentTitle} text={words.linkSent(sentTo)} />
    ) : (
      <SignUpNote title={words.joinedTitle} text={words.joined} />
    );
  }
  return (
    <chakra.form {...formProps} aria-label={domains ? words.sendLink : words.joinWaitlist}>
      <Stack gap="5">
        <Text color="fg.muted" textWrap="balance" overflowWrap="anywhere">
          {domains ? words.domainHint(domains) : words.waitlistHint}
        </Text>
        <EmailField {...fieldProps('email')} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={request.isPending}
          pendingLabel={domains ? words.sending : words.joining}
        >
          {domains ? words.sendLink : words.joinWaitlist}
        </Button>
      </Stack>
    </chakra.form>
  );
}
