import { Text } from '@chakra-ui/react';
import { Settings } from 'lucide-react';
import { topBarWords as words } from '../words/top-bar';
import { Menu, MenuItem } from './menu';
import { PageLink } from './page-link';
import { Spinner } from './spinner';

interface SettingsMenuProps {
  email: string;
  onSignOut: () => void;
  isSigningOut: boolean;
}

/** Who is signed in, the way to the settings and the way out. */
export function SettingsMenu({ email, onSignOut, isSigningOut }: SettingsMenuProps) {
  return (
    <Menu
      label={words.account}
      opener={<Settings size={18} strokeWidth={1.5} />}
      header={
        <>
          <Text textStyle="caption" color="fg.subtle">
            {words.signedInAs}
          </Text>
          <Text truncate title={email}>
            {email}
          </Text>
        </>
      }
    >
      <MenuItem asChild>
        <PageLink href="/settings">{words.settings}</PageLink>
      </MenuItem>
      <MenuItem
        staysOpen
        aria-disabled={isSigningOut || undefined}
        onClick={() => {
          if (!isSigningOut) onSignOut();
        }}
      >
        {isSigningOut && <Spinner size="4" label={null} />}
        {words.signOut}
      </MenuItem>
    </Menu>
  );
}
