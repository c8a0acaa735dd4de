import { trpcClient } from '~/client/lib/trpc';
import { invitationWords as words } from '~/client/words/invitations';
import { AcceptInvitationForm } from './accept-invitation-form';
import { LinkPage, OpenedLink, useLink } from './link-page';
import { UnusableLink } from './unusable-link';

interface InvitationPageProps {
  /** From the URL fragment, which browsers never send to the server; empty if missing. */
  token: string;
}

export function InvitationPage({ token }: InvitationPageProps) {
  return (
    <LinkPage title={words.title}>
      {token ? <OpenedInvitation token={token} /> : <UnusableLink description={words.incomplete} />}
    </LinkPage>
  );
}

function OpenedInvitation({ token }: { token: string }) {
  const link = useLink('invitation', token, () => trpcClient.invitations.open.mutate({ token }));
  return (
    <OpenedLink link={link} failedTitle={words.openFailed} unusable={(reason) => <UnusableLink description={reason} />}>
      {(invitation) => <AcceptInvitationForm token={token} {...invitation} />}
    </OpenedLink>
  );
}
