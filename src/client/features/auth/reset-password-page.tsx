import { Link } from '@tanstack/react-router';
import { trpcClient } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { authWords as words } from '~/client/words/auth';
import { LinkPage, OpenedLink, useLink } from './link-page';
import { ResetPasswordForm } from './reset-password-form';
import { UnusableLink } from './unusable-link';

interface ResetPasswordPageProps {
  /** From the URL fragment, which browsers never send to the server; empty if missing. */
  token: string;
}

export function ResetPasswordPage({ token }: ResetPasswordPageProps) {
  return (
    <LinkPage title={words.resetTitle}>
      {token ? <OpenedReset token={token} /> : <RequestNewLink reason={words.linkIncomplete} />}
    </LinkPage>
  );
}

function OpenedReset({ token }: { token: string }) {
  const link = useLink('reset-link', token, () => trpcClient.passwordReset.open.mutate({ token }));
  return (
    <OpenedLink link={link} failedTitle={words.resetFailed} unusable={(reason) => <RequestNewLink reason={reason} />}>
      {({ email }) => <ResetPasswordForm token={token} email={email} />}
    </OpenedLink>
  );
}

function RequestNewLink({ reason }: { reason: string }) {
  return (
    <UnusableLink description={reason}>
      <Button asChild variant="primary" size="lg">
        <Link to="/forgot-password">{words.askAgain}</Link>
      </Button>
    </UnusableLink>
  );
}
