import { trpc } from '~/client/lib/trpc';
import { authWords as words } from '~/client/words/auth';
import { invitationWords } from '~/client/words/invitations';
import { RequestAccessForm } from './request-access-form';
import type { AuthFormProps } from './sign-in-form';
import { SignUpForm } from './sign-up-form';
import { SignUpNote } from './sign-up-note';

/** The form, or why there is none. Shows the form until the setting has loaded, because the server checks it anyway. */
export function SignUp(props: AuthFormProps) {
  const { data: config } = trpc.auth.config.useQuery();
  switch (config?.signUp) {
    case 'closed':
      return <SignUpNote title={words.signUpClosed} text={words.signUpClosedHint} />;
    case 'invitation':
      return <SignUpNote title={invitationWords.byInvitation} text={invitationWords.byInvitationHint} />;
    case 'waitlist':
      return <RequestAccessForm {...props} />;
    case 'domain':
      return <RequestAccessForm {...props} domains={config.signUpDomains} />;
    default:
      return <SignUpForm {...props} />;
  }
}
