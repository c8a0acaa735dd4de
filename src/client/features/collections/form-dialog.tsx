import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { collectionsWords as words } from '~/client/words/collections';

interface FormDialogProps {
  title: string;
  pending: boolean;
  submitLabel: string;
  pendingLabel: string;
  formProps: ComponentProps<typeof chakra.form>;
  onClose: () => void;
  isWide?: boolean;
  children: ReactNode;
}

/** An open dialog with a form. It stays while the server works. */
export function FormDialog(props: FormDialogProps) {
  const id = useId();
  const close = () => {
    if (!props.pending) props.onClose();
  };
  return (
    <Modal
      isOpen
      onClose={close}
      aria-labelledby={id}
      width={`min(${props.isWide ? '48rem' : '27rem'}, calc(100vw - 2rem))`}
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <chakra.form {...props.formProps} aria-labelledby={id}>
        <Stack gap="5" p="6">
          <Text as="h2" id={id} textStyle="heading">
            {props.title}
          </Text>
          {props.children}
          <HStack justify="flex-end" gap="2" mt="1" flexWrap="wrap">
            <Button onClick={close}>{words.cancel}</Button>
            <Button type="submit" variant="primary" pending={props.pending} pendingLabel={props.pendingLabel}>
              {props.submitLabel}
            </Button>
          </HStack>
        </Stack>
      </chakra.form>
    </Modal>
  );
}
