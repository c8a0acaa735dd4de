import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsPageHidden } from '~/client/hooks/use-is-page-hidden';
import { dismissToast, type ShownToast, useShownToast } from '~/client/lib/toast';
import { Button, IconButton } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';
import { interfaceLimits } from '~/shared/interface-limits';
import { useDialogHost } from './dialog-host';
import { usePausableTimeout } from './use-pausable-timeout';
import { useSwipeAway } from './use-swipe-away';

const swipePixels = 50;
const appearance = {
  success: { Icon: CircleCheck, color: 'accent' },
  error: { Icon: CircleAlert, color: 'danger' },
  info: { Icon: Info, color: 'fg.muted' },
} as const;

/** The toast region. Always mounted, because screen readers only announce changes of existing live regions. */
export function Toaster() {
  const message = useShownToast();
  const region = useRef<HTMLElement>(null);
  const host = useTopLayer(region, message);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'F8') region.current?.focus();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return createPortal(
    <chakra.section
      ref={region}
      popover="manual"
      aria-label={words.notifications}
      aria-live="polite"
      tabIndex={-1}
      position="fixed"
      inset="auto"
      // On phones, the bottom edge belongs to the composer and the thumb.
      top={{ base: 'max(1rem, env(safe-area-inset-top))', md: 'auto' }}
      bottom={{ md: '6' }}
      right={{ base: '4', md: '6' }}
      left={{ base: '4', md: 'auto' }}
      width={{ base: 'auto', md: '23rem' }}
      m="0"
      p="0"
      border="none"
      bg="transparent"
      color="fg"
      overflow="visible"
      borderRadius="card"
      zIndex="toast"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !message) return;
        // Keeps the dialog around it open.
        event.preventDefault();
        dismissToast(message.id);
      }}
    >
      {message && <Toast key={message.id} message={message} />}
    </chakra.section>,
    host,
  );
}

/** Keeps the region above everything, also above dialogs. Returns the element to render it into. */
function useTopLayer(region: RefObject<HTMLElement | null>, message: ShownToast | undefined): HTMLElement {
  function raise() {
    const element = region.current;
    // A dialog that was removed a moment ago still contains the region, which moves next.
    if (!element?.isConnected || !element.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
    if (message)
      import('./place-toast').then(
        (part) => part.avoidButtons(element),
        () => {},
      );
  }
  const host = useDialogHost(raise);
  // Reopening the popover for each message puts it above dialogs that were opened since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message
  useLayoutEffect(raise, [message]);
  return host;
}

function Toast({ message }: { message: ShownToast }) {
  const [isHeld, setIsHeld] = useState(false);
  const close = () => dismissToast(message.id);
  // Waits for users in another tab.
  const isHidden = useIsPageHidden();
  usePausableTimeout(close, interfaceLimits.toastMs, isHeld || isHidden);
  const swipe = useSwipeAway(close, swipePixels);
  const { Icon, color } = appearance[message.kind ?? 'info'];
  return (
    <Flex
      {...swipe.handlers}
      role={message.kind === 'error' ? 'alert' : 'status'}
      aria-atomic
      gap="3"
      align={message.description ? 'flex-start' : 'center'}
      py="3"
      pl="4"
      pr="2"
      bg="bg.overlay"
      borderWidth="1px"
      borderColor="border.strong"
      borderRadius="card"
      boxShadow="overlay"
      touchAction="pan-y"
      userSelect="none"
      animation="rise 160ms ease-out"
      style={{ transform: `translateX(${swipe.offset}px)`, opacity: 1 - swipe.offset / 250 }}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <chakra.span color={color} mt={message.description ? '0.5' : undefined} aria-hidden>
        <Icon size={18} strokeWidth={1.5} />
      </chakra.span>
      <ToastText message={message} />
      {message.action && (
        <Button
          size="sm"
          onClick={() => {
            close();
            message.action?.run();
          }}
        >
          {message.action.label}
        </Button>
      )}
      <IconButton label={words.dismiss} size="sm" onClick={close}>
        <X size={16} strokeWidth={1.5} />
      </IconButton>
    </Flex>
  );
}

function ToastText({ message: { title, description } }: { message: ShownToast }) {
  return (
    <Stack gap="0.5" flex="1" minWidth="0" py="0.5">
      <Text fontWeight="semibold">{title}</Text>
      {description && (
        <Text color="fg.muted" overflowWrap="anywhere">
          {description}
        </Text>
      )}
    </Stack>
  );
}
