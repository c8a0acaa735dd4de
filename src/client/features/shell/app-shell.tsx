import { chakra } from '@chakra-ui/react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { shellWords as words } from '~/client/words/shell';
import { shellPaths } from './shell-paths';

/** Its space is reserved while it loads. */
const ShellLinks = lazyPart(() => import('./shell-links'));

/**
 * The layout of the application for signed-in users: a navigation rail at the left, or a tab bar on a phone. It stays
 * mounted during navigation, and so keeps the focus. Visitors see the menu of the public pages instead.
 */
export function AppShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isInside = shellPaths.includes(pathname);
  const { data: user } = trpc.auth.user.useQuery(undefined, { enabled: isInside });
  const isShown = isInside && Boolean(user);
  return (
    <Frame data-shell={isShown ? pathname : undefined}>
      {isShown && user && (
        <Rail aria-label={words.label}>
          <Suspense>
            <ShellLinks pathname={pathname} isAdmin={user.isAdmin} email={user.email} />
          </Suspense>
        </Rail>
      )}
      <Content>{children}</Content>
    </Frame>
  );
}

/** A low window, such as a phone in landscape or with an open keyboard, has no height to spare. */
const isLow = '@media (max-width: 767.98px) and (max-height: 34rem)';

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 'dvh',
    '&[data-shell]': {
      '--bar-height': { base: 'calc(3.5rem + env(safe-area-inset-bottom))', md: '0px' },
      '--table-top': { base: '3.5rem', md: '0px' },
      flexDirection: { base: 'column', md: 'row' },
      // The bar then scrolls with the page; the chat, which fills the window, has none.
      [isLow]: { '--bar-height': '0px', '& > nav': { position: 'static' } },
      '&[data-shell="/qchat"] > nav': { [isLow]: { display: 'none' } },
    },
  },
});

const Rail = chakra('nav', {
  base: {
    order: { base: 1, md: 0 },
    position: 'sticky',
    top: { md: '0' },
    bottom: { base: '0', md: 'auto' },
    zIndex: 'sticky',
    flexShrink: 0,
    width: { md: '14' },
    height: { base: 'calc(3.5rem + env(safe-area-inset-bottom))', md: 'dvh' },
    bg: 'bg',
    borderTopWidth: { base: '1px', md: '0' },
    borderInlineEndWidth: { md: '1px' },
    borderColor: 'border',
  },
});

const Content = chakra('div', {
  base: { flex: '1', minWidth: '0', display: 'flex', flexDirection: 'column', '& > main': { width: 'full' } },
});
