import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';

export type ModalProps = Omit<HTMLChakraProps<'dialog'>, 'open' | 'onClose' | 'onCancel'> & {
  isOpen: boolean;
  onClose: () => void;
};

/**
 * The browser's own modal dialog: it traps focus, gives it back, closes on Escape and makes the page behind inert,
 * which no script does as well. A click on the scrim closes too. Dialogs and drawers only dress it.
 */
export function Modal({ isOpen, onClose, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);

  // Leaving the screen while open must not leave the page inert. Before the dialog is removed, so that it can give the
  // focus back.
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
      borderWidth="1px"
      borderColor="border"
      boxShadow="overlay"
      overscrollBehavior="contain"
      css={{ '&::backdrop': { bg: 'bg.scrim', animation: 'appear 160ms ease-out' } }}
      {...rest}
      onClick={closeOnScrim}
      onCancel={(event) => {
        // In React it bubbles, from a dialog that was opened inside of this one.
        if (event.target !== event.currentTarget) return;
        // The owner decides: it may keep the dialog open while something is being done.
        event.preventDefault();
        onClose();
      }}
    >
      {isOpen && children}
    </chakra.dialog>
  );
}
