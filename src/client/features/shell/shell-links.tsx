import { chakra, Flex } from '@chakra-ui/react';
import { CircleUserRound, House } from 'lucide-react';
import { useSignOut } from '~/client/lib/session';
import { AccountMenu, MenuPage } from '~/client/ui/menu/account-menu';
import { ThemeSwitch } from '~/client/ui/menu/theme-switch';
import { Logo } from '~/client/ui/page/logo';
import { PageLink } from '~/client/ui/page/page-link';
import { accountMenuWords } from '~/client/words/account-menu';
import { topBarWords } from '~/client/words/top-bar';
import { brand } from '~/shared/brand';
import { ResearchWatch } from './research-watch';
import { isCurrent, shellItems } from './shell-items';

interface ShellLinksProps {
  pathname: string;
  isAdmin: boolean;
  email: string;
}

/**
 * The content of the rail; on a phone, brand and account are above each page. Includes the research watch, because the
 * rail stays mounted during navigation and is not needed for the first paint.
 */
export default function ShellLinks({ pathname, isAdmin, email }: ShellLinksProps) {
  return (
    <Flex direction={{ base: 'row', md: 'column' }} align={{ base: 'stretch', md: 'center' }} height="full">
      <Brand asChild>
        <PageLink
          href="/"
          aria-label={`${brand.company} ${topBarWords.home}`}
          data-tooltip={brand.company}
          data-tooltip-beside
        >
          <Logo size={26} markOnly />
        </PageLink>
      </Brand>
      <List>
        {shellItems(isAdmin).map((item) => (
          <li key={item.path}>
            <RailLink asChild>
              <PageLink
                href={item.path}
                aria-label={item.name}
                aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                data-tooltip={item.name}
                data-tooltip-beside
              >
                <item.Icon size={20} strokeWidth={1.5} aria-hidden />
                <chakra.span hideFrom="md">{item.name}</chakra.span>
              </PageLink>
            </RailLink>
          </li>
        ))}
      </List>
      <Flex direction="column" gap="1" mt="auto" pb="3" hideBelow="md">
        <ThemeSwitch />
        <Account email={email} />
      </Flex>
      <ResearchWatch />
    </Flex>
  );
}

function Account({ email }: { email: string }) {
  const signOut = useSignOut();
  return (
    <AccountMenu
      opener={<CircleUserRound size={18} strokeWidth={1.5} />}
      email={email}
      onSignOut={() => signOut.mutate()}
      isSigningOut={signOut.isPending || signOut.isSuccess}
    >
      <MenuPage href="/" Icon={House}>
        {accountMenuWords.startPage}
      </MenuPage>
    </AccountMenu>
  );
}

const Brand = chakra('a', {
  base: {
    display: { base: 'none', md: 'grid' },
    placeItems: 'center',
    width: 'full',
    height: '14',
    flexShrink: 0,
    _focusVisible: { outlineOffset: '-4px' },
  },
});

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: { base: 'row', md: 'column' },
    gap: { md: '1' },
    flex: { base: '1', md: 'none' },
    listStyleType: 'none',
    '& > li': { display: 'flex', flex: { base: '1 1 auto', md: 'none' } },
  },
});

const RailLink = chakra('a', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1',
    width: { base: 'full', md: '10' },
    height: { base: 'full', md: '10' },
    minWidth: 'touch',
    textStyle: 'caption',
    // With larger text in the browser, the labels must not overlap on a phone.
    fontSize: { base: 'min(0.75rem, 3.75vw)', md: '0.75rem' },
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    borderRadius: 'control',
    color: 'fg.subtle',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { bg: { md: 'bg.hover' }, color: 'fg' },
    _focusVisible: { outlineOffset: { base: '-4px', md: '0' } },
    '&[aria-current]': { color: 'fg', bg: { md: 'bg.selected' }, '& svg': { color: 'accent' } },
  },
});
