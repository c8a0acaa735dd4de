import { Flex, Stack, Text } from '@chakra-ui/react';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { invitationWords as words } from '~/client/words/invitations';
import type { CreatedInvitation } from '~/shared/schemas/invitations';

interface InvitationLinkProps {
  invitation: CreatedInvitation;
  onDone: () => void;
}

/** The one time a link is shown. */
export function InvitationLink({ invitation: { email, url, isSent }, onDone }: InvitationLinkProps) {
  return (
    <Card role="status">
      <Stack gap="3">
        <Text overflowWrap="anywhere">{isSent ? words.sent(email) : words.notSent(email)}</Text>
        <Flex align="center" gap="2">
          <Text
            as="code"
            aria-label={words.link}
            flex="1"
            minWidth="0"
            fontFamily="mono"
            textStyle="caption"
            overflowWrap="anywhere"
            userSelect="all"
          >
            {url}
          </Text>
          <CopyButton text={() => url} label={words.copyLink} />
        </Flex>
        <Button size="sm" alignSelf="start" onClick={onDone}>
          {words.done}
        </Button>
      </Stack>
    </Card>
  );
}
