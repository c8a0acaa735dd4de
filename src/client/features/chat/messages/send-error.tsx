import { Flex, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { runCommand } from '~/client/lib/commands';
import { Button } from '~/client/ui/form/button';
import { threadWords as words } from '~/client/words/thread';

interface SendErrorProps {
  error: string;
  onRetry: () => void;
}

/** Why a question was not sent, and a button to send it again. */
export function SendError({ error, onRetry }: SendErrorProps) {
  return (
    <Flex role="alert" align="center" justify="flex-end" wrap="wrap" gap="3" color="danger">
      <Text overflowWrap="anywhere" textAlign="end">
        {words.notSent} {error}
      </Text>
      <Button
        size="sm"
        onClick={({ detail }) => {
          // The button disappears. Keyboard users continue in the composer; on touch, that would open a keyboard.
          if (detail === 0) runCommand('focusComposer');
          onRetry();
        }}
      >
        <RotateCw size={14} strokeWidth={1.5} />
        {words.retry}
      </Button>
    </Flex>
  );
}
