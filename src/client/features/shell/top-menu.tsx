import { chakra, HStack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { brand } from '~/shared/brand';
import { errorMessage } from '../../lib/error-message';
import { useSignOut } from '../../lib/session';
import { trpc } from '../../lib/trpc';
import { Button } from '../../ui/button';
import { Logo } from '../../ui/logo';
import { ThemeSwitch } from '../../ui/theme-switch';
import { toast } from '../../ui/toast';

/** The bar above every page but the chat, which has its own chrome. */
export function TopMenu() {
  const { data: user } = trpc.auth.user.useQuery();
  const signOut = useSignOut({
    onError: (cause) => toast({ kind: 'error', title: 'Logout failed', description: errorMessage(cause) }),
  });
  return (
    <chakra.header position="sticky" top="0" zIndex="sticky" bg="bg" borderBottomWidth="1px" borderColor="border">
      <HStack
        as="nav"
        aria-label="Main"
        maxWidth="page"
        mx="auto"
        pl={{ base: '4', md: '6' }}
        pr={{ base: '1', md: '3' }}
        height="14"
        gap="3"
      >
        <Link to="/" aria-label={`${brand.company} home`}>
          <Logo size={24} />
        </Link>
        <chakra.span flex="1" />
        {user && (
          <Text color="fg.muted" truncate maxWidth="16rem" hideBelow="md" title={user.email}>
            {user.email}
          </Text>
        )}
        <ThemeSwitch />
        {user && (
          <Button variant="ghost" pending={signOut.isPending || signOut.isSuccess} onClick={() => signOut.mutate()}>
            Sign Out
          </Button>
        )}
      </HStack>
    </chakra.header>
  );
}
