import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { Checkbox } from '~/client/ui/form/checkbox';
import { Modal } from '~/client/ui/overlay/modal';
import { commandsWords as words } from '~/client/words/commands';
import { KeyCaps } from './key-caps';
import { shortcutGroups } from './shortcuts';
import { singleKeysAreOn, switchSingleKeys } from './single-keys';

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(singleKeysAreOn);
  const id = useId();
  return (
    <Modal
      isOpen
      onClose={onClose}
      aria-labelledby={id}
      width={{ base: 'calc(100vw - 2rem)', md: 'min(52rem, calc(100vw - 4rem))' }}
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <Flex align="center" justify="space-between" pl="6" pr="3" pt="4">
        <Text as="h2" id={id} textStyle="heading">
          {words.shortcuts}
        </Text>
        <IconButton label={words.close} onClick={onClose}>
          <X size={18} strokeWidth={1.5} />
        </IconButton>
      </Flex>
      <Stack gap="5" px="6" pt="2" pb="6">
        <Groups>
          {shortcutGroups().map(({ title, shortcuts }) => (
            <section key={title} aria-label={title} style={{ breakInside: 'avoid' }}>
              <Text as="h3" textStyle="caption" color="fg.subtle" mb="1">
                {title}
              </Text>
              <dl>
                {shortcuts.map(({ does, press }) => (
                  <Flex key={does} justify="space-between" align="center" gap="4" py="1.5">
                    <dt>{does}</dt>
                    <chakra.dd display="flex" gap="1" flexShrink={0}>
                      <KeyCaps press={press} />
                    </chakra.dd>
                  </Flex>
                ))}
              </dl>
            </section>
          ))}
        </Groups>
        <Checkbox
          label={words.singleKeys}
          hint={words.singleKeysHint}
          checked={isOn}
          onChange={(event) => {
            switchSingleKeys(event.target.checked);
            setIsOn(singleKeysAreOn());
          }}
        />
      </Stack>
    </Modal>
  );
}

/** In columns if there is room, so that all of them are visible in a low window. */
const Groups = chakra('div', {
  base: {
    columns: { md: 2 },
    columnGap: '10',
    '& > section': { pb: '5' },
  },
});
