import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Button } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';
import { Modal } from './modal';

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** Names what will be deleted. */
  body: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** While true, the dialog stays open and its buttons do nothing. */
  pending?: boolean;
  pendingLabel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, body, confirmLabel, cancelLabel = words.cancel, pending = false } = props;
  const id = useId();
  const close = () => {
    if (!pending) props.onClose();
  };
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      width="min(27rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <Stack gap="2" p="6">
        <Text as="h2" id={`${id}-title`} textStyle="heading">
          {title}
        </Text>
        <Text id={`${id}-body`} color="fg.muted" overflowWrap="anywhere">
          {body}
        </Text>
        <HStack justify="flex-end" gap="2" mt="4" flexWrap="wrap">
          {/* Enter triggers the safe choice first. */}
          <Button onClick={close} autoFocus>
            {cancelLabel}
          </Button>
          <Button variant="danger" pending={pending} pendingLabel={props.pendingLabel} onClick={props.onConfirm}>
            {confirmLabel}
          </Button>
        </HStack>
      </Stack>
      <chakra.span srOnly role="status">
        {pending ? words.working : ''}
      </chakra.span>
    </Modal>
  );
}
