import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';
import { Modal } from './modal';

interface FormDialogProps {
  isOpen: boolean;
  title: string;
  pending: boolean;
  submitLabel: string;
  pendingLabel: string;
  formProps: ComponentProps<typeof chakra.form>;
  /** Escape and a press beside the dialog: what was typed is kept. */
  onClose: () => void;
  /** The Cancel button: what was typed may go. */
  onCancel: () => void;
  children: ReactNode;
}

/** A dialog with a form. It stays while the server works. */
export function FormDialog(props: FormDialogProps) {
  const id = useId();
  const unlessPending = (leave: () => void) => () => {
    if (!props.pending) leave();
  };
  return (
    <Modal
      isOpen={props.isOpen}
      onClose={unlessPending(props.onClose)}
      aria-labelledby={id}
      width="min(27rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <chakra.form {...props.formProps} aria-labelledby={id}>
        <Stack gap="5" p="6">
          <Text as="h2" id={id} textStyle="heading" overflowWrap="anywhere">
            {props.title}
          </Text>
          {props.children}
          <HStack justify="flex-end" gap="2" mt="1" flexWrap="wrap">
            <Button onClick={unlessPending(props.onCancel)}>{words.cancel}</Button>
            <Button type="submit" variant="primary" pending={props.pending} pendingLabel={props.pendingLabel}>
              {props.submitLabel}
            </Button>
          </HStack>
        </Stack>
      </chakra.form>
    </Modal>
  );
}
