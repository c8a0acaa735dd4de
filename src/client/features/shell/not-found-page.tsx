import { Center, Stack, Text } from '@chakra-ui/react';
import { Link, useLocation } from '@tanstack/react-router';
import { Button } from '../../ui/button';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Center as="main" minHeight="100dvh" px="4">
      <Stack gap="3" align="center" textAlign="center" maxWidth="32rem">
        <Text textStyle="caption" color="fg.subtle">
          404
        </Text>
        <Text as="h1" textStyle="title">
          Page Not Found
        </Text>
        <Text color="fg.muted">
          No route matches{' '}
          <Text as="code" fontFamily="mono" fontSize="0.8125rem" color="fg" overflowWrap="anywhere">
            {pathname}
          </Text>
          . Did you forget to add it to the router?
        </Text>
        <Button asChild mt="3">
          <Link to="/">Go to the start page</Link>
        </Button>
      </Stack>
    </Center>
  );
}
