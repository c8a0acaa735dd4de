import { Flex, Stack, Text } from '@chakra-ui/react';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { settingsWords as words } from '~/client/words/settings';

/** The one time a token is seen. */
export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <Card role="status">
      <Stack gap="3">
        <Text>{words.tokenShownOnce}</Text>
        <Flex align="center" gap="2">
          <Text
            as="code"
            aria-label={words.newToken}
            flex="1"
            minWidth="0"
            fontFamily="mono"
            textStyle="caption"
            overflowWrap="anywhere"
            userSelect="all"
          >
            {token}
          </Text>
          <CopyButton text={() => token} label={words.copyToken} />
        </Flex>
        <Button size="sm" alignSelf="start" onClick={onDone}>
          {words.tokenDone}
        </Button>
      </Stack>
    </Card>
  );
}
