import { chakra, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Logo } from '~/client/ui/page/logo';
import { PageLink } from '~/client/ui/page/page-link';
import { footerWords as words } from '~/client/words/footer';
import { menuPages } from '~/shared/offerings';

const columns: { title: string; links: { path: string; name: string }[] }[] = [
  { title: words.offerings, links: menuPages.filter(({ path }) => path !== '/investors') },
  {
    title: words.company,
    links: [
      { path: '/investors', name: words.investors },
      { path: '/track-record', name: words.trackRecord },
      { path: '/auth', name: words.signIn },
    ],
  },
  {
    title: words.legal,
    links: [
      { path: '/terms', name: words.terms },
      { path: '/privacy', name: words.privacy },
      { path: '/disclaimer', name: words.disclaimer },
    ],
  },
];

/** The footer of every public page, with the legal notices. */
export function SiteFooter() {
  return (
    <chakra.footer borderTopWidth="1px" borderColor="border" mt={{ base: '16', md: '24' }}>
      <Grid
        as="nav"
        aria-label={words.label}
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
        pt={{ base: '10', md: '12' }}
        templateColumns={{ base: 'repeat(2, 1fr)', md: '2fr 1fr 1fr 1fr' }}
        gap={{ base: '8', md: '6' }}
      >
        <chakra.div gridColumn={{ base: '1 / -1', md: 'auto' }} lineHeight="1" mt={{ md: '-2.5' }}>
          <PageLink href="/">
            <Logo size={22} />
          </PageLink>
        </chakra.div>
        {columns.map(({ title, links }) => (
          <Column key={title} title={title}>
            {links.map(({ path, name }) => (
              <li key={path}>
                <FooterLink asChild>
                  <PageLink href={path}>{name}</PageLink>
                </FooterLink>
              </li>
            ))}
          </Column>
        ))}
      </Grid>
      <Flex
        maxWidth="page"
        mx="auto"
        px={{ base: '4', md: '6' }}
        pt="10"
        pb="12"
        gap={{ base: '3', md: '8' }}
        direction={{ base: 'column', md: 'row' }}
        justify="space-between"
        textStyle="caption"
        color="fg.subtle"
      >
        <Text maxWidth="prose">{words.notAdvice}</Text>
        <Text whiteSpace="nowrap">{words.rights(String(new Date().getFullYear()))}</Text>
      </Flex>
    </chakra.footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="2">
      <Text as="h2" textStyle="caption" fontWeight="medium" color="fg.subtle">
        {title}
      </Text>
      <chakra.ul listStyleType="none">{children}</chakra.ul>
    </Stack>
  );
}

const FooterLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '8',
    color: 'fg.muted',
    borderRadius: 'tight',
    transition: 'color',
    transitionDuration: 'fast',
    _hover: { color: 'fg' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
