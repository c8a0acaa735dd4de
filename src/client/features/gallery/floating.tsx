import { Text } from '@chakra-ui/react';
import { CircleUserRound, Settings } from 'lucide-react';
import { useState } from 'react';
import { toast } from '~/client/lib/toast';
import { Tabs } from '~/client/ui/content/tabs';
import { Button } from '~/client/ui/form/button';
import { Menu, MenuItem, MenuSeparator } from '~/client/ui/menu/menu';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { Drawer } from '~/client/ui/overlay/drawer';
import { Tooltip } from '~/client/ui/overlay/tooltip';
import { ComponentExample } from './component-example';

export function Floating() {
  const [tab, setTab] = useState<'profile' | 'password' | 'admin'>('profile');
  const [open, setOpen] = useState<'dialog' | 'drawer'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ComponentExample name="Tabs" column>
        <Tabs
          label="Settings"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'profile', label: 'Profile', content: <Text pt="3">First name, last name</Text> },
            { value: 'password', label: 'Password', content: <Text pt="3">Current and new</Text> },
            { value: 'admin', label: 'Admin', content: <Text pt="3">Users and waitlist</Text> },
          ]}
        />
      </ComponentExample>
      <ComponentExample name="Menu">
        <Menu label="Account" opener={<CircleUserRound size={18} strokeWidth={1.5} />} header="ada@example.com">
          <MenuItem>
            <Settings size={16} strokeWidth={1.5} />
            Settings
          </MenuItem>
          <MenuItem>Knowledge</MenuItem>
          <MenuSeparator />
          <MenuItem>Sign Out</MenuItem>
        </Menu>
      </ComponentExample>
      <ComponentExample name="Dialog and drawer">
        <Button onClick={() => setOpen('dialog')}>Open the dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Open the drawer</Button>
        <ConfirmDialog
          isOpen={open === 'dialog'}
          title="Delete Position"
          body="Are you sure you want to delete Tesla (TSLA)?"
          confirmLabel="Delete"
          onConfirm={close}
          onClose={close}
        />
        <Drawer isOpen={open === 'drawer'} onClose={close} label="Conversations" width="18rem">
          <Text p="5">What slides in</Text>
        </Drawer>
      </ComponentExample>
      <ComponentExample name="Toasts and tooltips">
        <Button onClick={() => toast({ kind: 'success', title: 'Profile updated', description: 'It has been saved.' })}>
          Success
        </Button>
        <Button onClick={() => toast({ kind: 'error', title: 'Update failed', description: 'The server is away.' })}>
          Error
        </Button>
        <Button onClick={() => toast({ title: 'Your session has ended' })}>Information</Button>
        <Tooltip content="After 700 ms, the next within 300 ms">
          <Button>With a tooltip</Button>
        </Tooltip>
      </ComponentExample>
    </>
  );
}
