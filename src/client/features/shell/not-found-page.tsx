import { Center, Stack, Text } from '@chakra-ui/react';
import { Link, useLocation } from '@tanstack/react-router';
import { Button } from '../../ui/button';
import { notFoundWords as words } from '../../words/not-found';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Center as="main" minHeight="100dvh" px="4">
      <Stack gap="3" align="center" textAlign="center" maxWidth="32rem">
        <Text textStyle="caption" color="fg.subtle">
          404
        </Text>
        <Text as="h1" textStyle="title">
          {words.title}
        </Text>
        <Text color="fg.muted">
          {words.beforePath}{' '}
          <Text as="code" fontFamily="mono" fontSize="0.8125rem" color="fg" overflowWrap="anywhere">
            {pathname}
          </Text>
          . {words.afterPath}
        </Text>
        <Button asChild mt="3">
          <Link to="/">{words.home}</Link>
        </Button>
      </Stack>
    </Center>
  );
}
