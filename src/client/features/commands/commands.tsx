import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useCommand } from '~/client/hooks/use-command';
import { runCommand } from '~/client/lib/commands';
import { printInLight } from '~/client/lib/print-in-light';
import { watchAccount } from '~/client/lib/watch-account';
import { Palette } from './palette';
import { keys } from './shortcuts';
import { ShortcutsSheet } from './shortcuts-sheet';
import { singleKeysAreOn } from './single-keys';
import { useGoToKeys } from './use-go-to-keys';

/** Handles the shortcuts, and shows the palette and the list of shortcuts. Default export for `useIdlePart`. */
export default function Commands() {
  const [opened, setOpened] = useState<'palette' | 'shortcuts'>();
  const navigate = useNavigate();
  const close = useCallback(() => setOpened(undefined), []);
  const openPalette = useCallback(() => setOpened('palette'), []);
  const openShortcuts = useCallback(() => setOpened('shortcuts'), []);
  useCommand('openPalette', openPalette);
  useEffect(printInLight, []);
  // Here, because every page of the application loads this part once it is idle.
  const queryClient = useQueryClient();
  useEffect(() => watchAccount(queryClient), [queryClient]);

  const writeMessage = useCallback(() => {
    // On other pages, opens the chat, whose text box focuses itself on mount.
    if (!runCommand('focusComposer')) void navigate({ to: '/qchat', search: {} });
  }, [navigate]);
  const newChat = useCallback(() => {
    void navigate({ to: '/qchat', search: {} }).then(() => runCommand('newChat'));
  }, [navigate]);

  // The only shortcut that works in text fields, and that also closes what it opened.
  useHotkeys(keys.palette, () => setOpened((now) => (now === 'palette' ? undefined : 'palette')), {
    enableOnFormTags: true,
    enableOnContentEditable: true,
    preventDefault: true,
    ignoreEventWhen: () => isBehindDialog() && opened !== 'palette',
  });
  useHotkeys(withShift(keys.shortcuts), openShortcuts, singleKey);
  useHotkeys(keys.newChat, newChat, singleKey);
  useGoToKeys(singleKey.ignoreEventWhen);
  useHotkeys(withShift(keys.writeMessage), writeMessage, singleKey);
  useHotkeys(keys.stopAnswer, () => void runCommand('stopAnswer'), singleKey);
  // In the text box, the composer handles Escape.
  useHotkeys('escape', () => void runCommand('stopAnswer'), { ignoreEventWhen: isHandledElsewhere });

  return (
    <>
      {opened === 'palette' && <Palette onClose={close} onNewChat={newChat} onShortcuts={openShortcuts} />}
      {opened === 'shortcuts' && <ShortcutsSheet onClose={close} />}
    </>
  );
}

/**
 * Matched by character instead of key position, so that the shortcuts follow the keyboard layout. Never in a text
 * field.
 */
const singleKey = {
  useKey: true,
  preventDefault: true,
  ignoreEventWhen: (event: KeyboardEvent) =>
    event.ctrlKey || event.metaKey || event.altKey || isBehindDialog() || !singleKeysAreOn(),
};

/** Many keyboard layouts require Shift for a character that is not a letter. */
const withShift = (key: string) => [key, `shift+${key}`];

/** Escape first closes what is open. */
const isHandledElsewhere = (event: KeyboardEvent) =>
  event.defaultPrevented || document.querySelector('dialog[open], [role=menu], [role=listbox]') !== null;

/** Shortcuts must not act on the page behind an open dialog. */
const isBehindDialog = () => document.querySelector('dialog:modal') !== null;
