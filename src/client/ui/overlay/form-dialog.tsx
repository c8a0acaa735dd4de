import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';
import { Modal } from './modal';

interface FormDialogProps {
  /** Defaults to true, for dialogs that are mounted only while open. */
  isOpen?: boolean;
  isWide?: boolean;
  /** For actions that can't be undone. */
  isDangerous?: boolean;
  title: string;
  /** Explains the action; announced with the title. */
  description?: string;
  pending: boolean;
  /** There is nothing to save. */
  inactive?: boolean | undefined;
  submitLabel: string;
  pendingLabel?: string;
  formProps: ComponentProps<typeof chakra.form>;
  /** Called on Escape, and on a click outside of an unchanged form. If `onCancel` is set, keep the entered values. */
  onClose: () => void;
  /** Label of the button that leaves the dialog, if there is nothing to cancel. */
  closeLabel?: string;
  /** Called by the Cancel button, if it differs: may discard the entered values. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A dialog with a form. It stays open while the request is pending. */
export function FormDialog({ isOpen = true, isWide, onClose, onCancel = onClose, ...props }: FormDialogProps) {
  const { pending, inactive, pendingLabel } = props;
  const id = useId();
  const descriptionId = `${id}-description`;
  const isChanged = useRef(false);
  useEffect(() => {
    if (!isOpen) isChanged.current = false;
  }, [isOpen]);
  const unlessPending = (leave: () => void) => () => {
    if (!pending) leave();
  };
  return (
    <Modal
      isOpen={isOpen}
      onClose={unlessPending(onClose)}
      onScrimClick={unlessPending(() => {
        if (!isChanged.current) onClose();
      })}
      aria-labelledby={id}
      aria-describedby={props.description && descriptionId}
      width={`min(${isWide ? '48rem' : '27rem'}, calc(100vw - 2rem))`}
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <chakra.form
        {...props.formProps}
        aria-labelledby={id}
        onInput={() => {
          isChanged.current = true;
        }}
      >
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
              {...{ pending, inactive, pendingLabel }}
            >
              {props.submitLabel}
            </Button>
          </HStack>
        </Stack>
      </chakra.form>
    </Modal>
  );
}
