import { chakra, Stack, Text } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { isSignedOut } from '~/client/lib/error-message';
import { canUsePasskeys } from '~/client/lib/passkeys';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { CodeField } from '~/client/ui/form/code-field';
import { authWords } from '~/client/words/auth';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { AuthLink } from './auth-link';
import { PasskeyButton } from './passkey-button';

/** The account's second factors; the server returns them to this browser only after the right password. */
function useSecondFactors() {
  const { data } = trpc.secondFactor.pending.useQuery(undefined, { staleTime: 0 });
  return { hasPasskey: data?.hasPasskey === true && canUsePasskeys(), hasApp: data?.hasApp !== false };
}

/** The second step of a sign-in. If the sign-in has expired, it restarts with the password. */
export function CodeForm({ redirect }: { redirect: string }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { hasPasskey, hasApp } = useSecondFactors();
  const [isRecoveryChosen, setIsRecovery] = useState(false);
  const isRecovery = isRecoveryChosen || !hasApp;
  const { formProps, fieldProps, resetField, showErrors, onError } = useServerForm({
    defaultValues: { code: '' },
    loadSchema: () =>
      import('~/shared/schemas/second-factor').then(({ secondFactorSignInInput }) => secondFactorSignInInput),
    failureTitle: words.verifyFailed,
    onValid: (values) => signIn.mutate(values),
  });
  const signIn = trpc.secondFactor.signIn.useMutation({
    // The page detects the session and redirects.
    onSuccess: (user) => utils.auth.user.setData(undefined, user),
    onError(cause) {
      if (!isSignedOut(cause)) return onError(cause);
      errorToast(words.verifyFailed, cause);
      void navigate({ to: '/auth', search: { redirect }, replace: true });
    },
  });
  return (
    <chakra.form {...formProps} aria-label={authWords.codeTitle}>
      <Stack gap="5">
        {hasPasskey && <PasskeyButton isSecond />}
        <Text color="fg.muted" textAlign="center" textWrap="balance">
          {isRecovery ? words.recoveryHint : words.codeHint}
        </Text>
        <CodeField
          isRecovery={isRecovery}
          hasApp={hasApp}
          onRecovery={(next) => {
            setIsRecovery(next);
            resetField('code');
            showErrors({});
          }}
          autoFocus
          {...fieldProps('code')}
        />
        <Button
          type="submit"
          variant={hasPasskey ? 'secondary' : 'primary'}
          size="lg"
          pending={signIn.isPending}
          pendingLabel={words.verifying}
        >
          {words.verify}
        </Button>
        <AuthLink asChild alignSelf="center">
          <Link to="/auth" search={{ redirect }}>
            {words.startOver}
          </Link>
        </AuthLink>
      </Stack>
    </chakra.form>
  );
}
