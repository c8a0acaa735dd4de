import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { errorMessage } from '~/client/lib/error-message';
import { useLeave } from '~/client/lib/session';
import { useProof } from '~/client/lib/sign-in-methods';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { ProofField } from '~/client/ui/form/proof-field';
import { Modal } from '~/client/ui/overlay/modal';
import { settingsWords as words } from '~/client/words/settings';

interface DeleteAccountDialogProps {
  email: string;
  onClose: () => void;
}

/** Asks for the typed address and the password. A default export, as `lazy` asks for one. */
export default function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  const id = useId();
  const leave = useLeave();
  const proof = useProof();
  const { formProps, fieldProps } = useServerForm({
    defaultValues: { email: '', password: '' },
    loadSchema: async () => {
      const { deleteAccountInput } = await import('~/shared/schemas/account');
      const ownEmail = deleteAccountInput.shape.email.refine((typed) => typed === email, words.deleteEmailWrong);
      const input = deleteAccountInput.extend({ email: ownEmail });
      return proof.needsPassword ? input : input.omit({ password: true });
    },
    onValid: ({ email: typed, password }) => remove.mutate({ email: typed, ...(proof.needsPassword && { password }) }),
  });
  const remove = trpc.account.delete.useMutation({
    onSuccess: leave,
    onError: (cause) => toast({ kind: 'error', title: words.deleteFailed, description: errorMessage(cause) }),
  });
  const isLeaving = remove.isPending || remove.isSuccess;
  const close = () => {
    if (!isLeaving) onClose();
  };

  return (
    <Modal
      isOpen
      onClose={close}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      width="min(28rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <chakra.form {...formProps}>
        <Stack gap="5" p="6">
          <Stack gap="2">
            <Text as="h2" id={`${id}-title`} textStyle="heading">
              {words.deleteTitle}
            </Text>
            <Text id={`${id}-body`} color="fg.muted">
              {words.deleteBody}
            </Text>
          </Stack>
          <TextField
            label={words.deleteEmail(email)}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...fieldProps('email')}
          />
          <ProofField
            proof={proof}
            page="/settings"
            label={words.deletePassword}
            autoComplete="current-password"
            {...fieldProps('password')}
          />
          <HStack justify="flex-end" gap="2" wrap="wrap">
            <Button onClick={close}>{words.cancel}</Button>
            <Button type="submit" variant="danger" pending={isLeaving} pendingLabel={words.deleting}>
              {words.deleteAccount}
            </Button>
          </HStack>
        </Stack>
      </chakra.form>
    </Modal>
  );
}
