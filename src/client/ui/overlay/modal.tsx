import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { isComposing } from '~/client/lib/is-composing';

export type ModalProps = Omit<HTMLChakraProps<'dialog'>, 'open' | 'onClose' | 'onCancel'> & {
  isOpen: boolean;
  onClose: () => void;
  /** Called instead of `onClose` by a click on the backdrop. */
  onScrimClick?: () => void;
};

/**
 * Based on the native modal dialog, which traps and restores the focus, closes on Escape and makes the page behind it
 * inert more reliably than scripts. A click on the backdrop closes it too. Dialogs and drawers only add styles.
 */
export function Modal({ isOpen, onClose, onScrimClick = onClose, onKeyDown, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const closing = useClosing({ isOpen, onClose, onScrimClick, onKeyDown });

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);

  // Closes the dialog on unmount, so that the page is not left inert. A layout effect runs before the element is
  // removed, so that it can restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  return (
    <chakra.dialog
      ref={ref}
      bg="bg.overlay"
      color="fg"
      p="0"
      // It may be inside centered content.
      textAlign="start"
      borderWidth="1px"
      borderColor="border"
      boxShadow="overlay"
      overscrollBehavior="contain"
      css={{ '&::backdrop': { bg: 'bg.scrim', animation: 'appear 160ms ease-out' } }}
      {...rest}
      {...closing}
    >
      {isOpen && children}
    </chakra.dialog>
  );
}

type Dialog = HTMLDialogElement;
type Closing = Required<Pick<ModalProps, 'isOpen' | 'onClose' | 'onScrimClick'>> & Pick<ModalProps, 'onKeyDown'>;

/** False for events that React bubbles from dialogs nested in this one, and for those of the content. */
const isOwn = (event: SyntheticEvent) => event.target === event.currentTarget;

/** The caller decides whether the dialog closes. It may keep it open, such as while a request is pending. */
function useClosing({ isOpen, onClose, onScrimClick, onKeyDown }: Closing) {
  const isScrimPressed = useRef(false);
  return {
    // Selecting text may end on the backdrop, which clicks the dialog.
    onMouseDown(event: SyntheticEvent<Dialog>) {
      isScrimPressed.current = isOwn(event);
    },
    onClick(event: SyntheticEvent<Dialog>) {
      if (isOwn(event) && isScrimPressed.current) onScrimClick();
    },
    // Until the next click or key, Chromium fires the cancel event only once and then closes the dialog.
    onKeyDown(event: KeyboardEvent<Dialog>) {
      onKeyDown?.(event);
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
      event.preventDefault();
      if (!event.repeat) onClose();
    },
    onCancel(event: SyntheticEvent<Dialog>) {
      if (!isOwn(event)) return;
      event.preventDefault();
      onClose();
    },
    onClose(event: SyntheticEvent<Dialog>) {
      const dialog = event.currentTarget;
      if (!isOwn(event) || !isOpen || dialog.open) return;
      // The browser closed it without asking.
      dialog.showModal();
      onClose();
    },
  };
}
