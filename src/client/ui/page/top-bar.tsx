/**
 * The top bar of all pages except the chat. Independent of router and session, because prerendered public pages and the
 * application share it.
 */
import { chakra, Flex, Text } from '@chakra-ui/react';
import { Settings } from 'lucide-react';
import { Button } from '~/client/ui/form/button';
import { AccountMenu } from '~/client/ui/menu/account-menu';
import { PhoneMenu } from '~/client/ui/menu/phone-menu';
import { ThemeSwitch } from '~/client/ui/menu/theme-switch';
import { topBarWords as words } from '~/client/words/top-bar';
import { brand } from '~/shared/brand';
import { menuPages } from '~/shared/offerings';
import { Logo } from './logo';
import { PageLink } from './page-link';
import { StickyHeader } from './sticky-header';

export interface TopBarProps {
  /** The current path, to mark its link. */
  path: string;
  /** Above a page of the application, which is wider than the public ones. */
  isWide?: boolean;
  /** The signed-in user's email; null if signed out, undefined while unknown. */
  email: string | null | undefined;
  onSignOut: () => void;
  isSigningOut: boolean;
}

export function TopBar(props: TopBarProps) {
  const { path, isWide, email } = props;
  return (
    <StickyHeader data-screen-only>
      <Flex
        align="center"
        maxWidth={isWide ? 'app' : 'page'}
        mx="auto"
        // In pixels: with large text, phones have no room for larger gaps.
        pl={{ base: '16px', md: '6' }}
        pr={{ base: '8px', md: '4' }}
        height="14"
        gap={{ base: '4px', lg: '2' }}
      >
        <PageLink href="/" aria-label={`${brand.company} ${words.home}`}>
          <Logo size={24} />
        </PageLink>
        <chakra.nav aria-label={words.main} ml="4" hideBelow="lg">
          <Flex as="ul" listStyleType="none" gap="0.5">
            {menuPages.map((page) => (
              <li key={page.path}>
                <BarLink asChild>
                  <PageLink href={page.path} aria-current={page.path === path ? 'page' : undefined}>
                    {page.name}
                  </PageLink>
                </BarLink>
              </li>
            ))}
          </Flex>
        </chakra.nav>
        <chakra.span flex="1" />
        {email && (
          <Text color="fg.muted" truncate maxWidth="14rem" minWidth="0" hideBelow="lg" title={email}>
            {email}
          </Text>
        )}
        {email ? (
          <AccountMenu {...props} email={email} opener={<Settings size={18} strokeWidth={1.5} />} />
        ) : (
          <Button asChild variant="ghost" hidden={path === '/auth'}>
            <PageLink href="/auth">{words.signIn}</PageLink>
          </Button>
        )}
        <ThemeSwitch />
        <PhoneMenu path={path} />
      </Flex>
    </StickyHeader>
  );
}

const BarLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    height: '9',
    px: '3',
    borderRadius: 'control',
    fontWeight: 'medium',
    color: 'fg.muted',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover', color: 'fg' },
    '&[aria-current=page]': { color: 'fg' },
  },
});
