import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';

export type ModalProps = Omit<HTMLChakraProps<'dialog'>, 'open' | 'onClose' | 'onCancel'> & {
  isOpen: boolean;
  onClose: () => void;
};

/**
 * Based on the native modal dialog, which traps and restores the focus, closes on Escape and makes the page behind it
 * inert more reliably than scripts. A click on the backdrop closes it too. Dialogs and drawers only add styles.
 */
export function Modal({ isOpen, onClose, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);

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

  function closeOnScrim(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) onClose();
  }

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
      onClick={closeOnScrim}
      onCancel={(event) => {
        // React bubbles the event from dialogs nested in this one.
        if (event.target !== event.currentTarget) return;
        // The caller may keep the dialog open, such as while a request is pending.
        event.preventDefault();
        onClose();
      }}
    >
      {isOpen && children}
    </chakra.dialog>
  );
}
