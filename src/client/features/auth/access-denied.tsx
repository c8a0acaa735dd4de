import { Center, Stack, Text } from '@chakra-ui/react';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { authWords as words } from '~/client/words/auth';

export function AccessDenied() {
  return (
    <Center as="main" id="content" minHeight="calc(100dvh - var(--bar-height, 0px))" px="4">
      <Stack gap="2" textAlign="center">
        <Text as="h1" textStyle="title">
          {words.accessDenied}
        </Text>
        <Text color="fg.muted">{words.accessDeniedHint}</Text>
        <Button asChild alignSelf="center" mt="4">
          <PageLink href="/">{words.goHome}</PageLink>
        </Button>
      </Stack>
    </Center>
  );
}
