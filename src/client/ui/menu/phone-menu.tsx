import { chakra } from '@chakra-ui/react';
import { Menu } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { topBarWords as words } from '~/client/words/top-bar';
import { menuPages } from '~/shared/offerings';

/** All links, for narrow screens. A native popover, so that it opens before our scripts have loaded. */
export function PhoneMenu({ path }: { path: string }) {
  const id = `menu${useId()}`;
  return (
    <chakra.div hideFrom="lg">
      <IconButton label={words.menu} popoverTarget={id}>
        <Menu size={20} strokeWidth={1.5} />
      </IconButton>
      <Panel
        id={id}
        popover="auto"
        aria-label={words.main}
        onClick={(event) => {
          // Navigation within the application loads no page, so the popover must be closed.
          if ((event.target as Element).closest('a')) event.currentTarget.hidePopover();
        }}
      >
        <ul>
          {menuPages.map((page) => (
            <li key={page.path}>
              <PageLink href={page.path} aria-current={page.path === path ? 'page' : undefined}>
                {page.name}
              </PageLink>
            </li>
          ))}
        </ul>
        {/* On iOS before 18.3, a tap beside a popover doesn't close it. */}
        <button type="button" popoverTarget={id} popoverTargetAction="hide" aria-label={words.closeMenu} />
      </Panel>
    </chakra.div>
  );
}

const Panel = chakra('nav', {
  base: {
    position: 'fixed',
    inset: '3.5rem 0 auto',
    width: 'auto',
    m: '0',
    p: '0',
    maxHeight: 'calc(100dvh - 3.5rem)',
    overflowY: 'auto',
    bg: 'bg',
    color: 'fg',
    borderWidth: '0 0 1px',
    borderColor: 'border',
    boxShadow: 'overlay',
    '& ul': { listStyleType: 'none', p: '2' },
    '& button': { position: 'fixed', inset: '3.5rem 0 0', zIndex: '-1' },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      minHeight: '12',
      px: '3',
      borderRadius: 'control',
      fontSize: '1rem',
      fontWeight: 'medium',
      color: 'fg.muted',
      _hover: { bg: 'bg.hover', color: 'fg' },
      _focusVisible: { outlineOffset: '-2px' },
      '&[aria-current=page]': { color: 'fg', bg: 'bg.hover' },
    },
  },
});
