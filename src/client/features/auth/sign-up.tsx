import { Stack, Text } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { authWords as words } from '~/client/words/auth';
import type { AuthFormProps } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

/** The form, or why there is none. While the setting is not known the form is shown: the server checks in any case. */
export function SignUp(props: AuthFormProps) {
  const config = trpc.auth.config.useQuery();
  if (config.data?.isSignUpOpen !== false) return <SignUpForm {...props} />;
  return (
    <Stack gap="2" py="6" textAlign="center" role="status">
      <Text as="h2" textStyle="heading">
        {words.signUpClosed}
      </Text>
      <Text color="fg.muted" textWrap="balance">
        {words.signUpClosedHint}
      </Text>
    </Stack>
  );
}
