import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';
import { Modal } from './modal';

interface FormDialogProps {
  /** True without it, for a dialog that exists only while it is open. */
  isOpen?: boolean;
  isWide?: boolean;
  /** What is sent cannot be taken back. */
  isDangerous?: boolean;
  title: string;
  /** What it will do; read with the title. */
  description?: string;
  pending: boolean;
  submitLabel: string;
  pendingLabel?: string;
  formProps: ComponentProps<typeof chakra.form>;
  /** Escape, or a click beside the dialog. With `onCancel`, the typed values are kept. */
  onClose: () => void;
  /** What leaves the dialog, where there is nothing to cancel. */
  closeLabel?: string;
  /** The Cancel button, where it differs: the typed values may be discarded. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A dialog with a form. It stays while the server works. */
export function FormDialog({ isOpen = true, isWide, onClose, onCancel = onClose, ...props }: FormDialogProps) {
  const id = useId();
  const descriptionId = `${id}-description`;
  const unlessPending = (leave: () => void) => () => {
    if (!props.pending) leave();
  };
  return (
    <Modal
      isOpen={isOpen}
      onClose={unlessPending(onClose)}
      aria-labelledby={id}
      aria-describedby={props.description && descriptionId}
      width={`min(${isWide ? '48rem' : '27rem'}, calc(100vw - 2rem))`}
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <chakra.form {...props.formProps} aria-labelledby={id}>
        <Stack gap="5" p="6">
          <Stack gap="2">
            <Text as="h2" id={id} textStyle="heading" overflowWrap="anywhere">
              {props.title}
            </Text>
            {props.description && (
              <Text id={descriptionId} color="fg.muted" overflowWrap="anywhere">
                {props.description}
              </Text>
            )}
          </Stack>
          {props.children}
          <HStack justify="flex-end" gap="2" mt="1" flexWrap="wrap">
            <Button onClick={unlessPending(onCancel)}>{props.closeLabel ?? words.cancel}</Button>
            <Button
              type="submit"
              variant={props.isDangerous ? 'danger' : 'primary'}
              pending={props.pending}
              pendingLabel={props.pendingLabel}
            >
              {props.submitLabel}
            </Button>
          </HStack>
        </Stack>
      </chakra.form>
    </Modal>
  );
}
