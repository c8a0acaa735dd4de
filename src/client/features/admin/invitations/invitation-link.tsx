import { ShownOnce } from '~/client/ui/content/shown-once';
import { invitationWords as words } from '~/client/words/invitations';
import type { CreatedInvitation } from '~/shared/schemas/invitations';

interface InvitationLinkProps {
  invitation: CreatedInvitation;
  onDone: () => void;
}

export function InvitationLink({ invitation: { email, url, isSent }, onDone }: InvitationLinkProps) {
  return (
    <ShownOnce
      note={isSent ? words.sent(email) : words.notSent(email)}
      value={url}
      label={words.link}
      copyLabel={words.copyLink}
      doneLabel={words.done}
      onDone={onDone}
    />
  );
}
