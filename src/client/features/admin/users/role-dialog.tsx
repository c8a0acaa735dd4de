import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { fieldErrors } from '~/client/lib/error-message';
import { useProof } from '~/client/lib/sign-in-methods';
import { Button } from '~/client/ui/form/button';
import { ProofField } from '~/client/ui/form/proof-field';
import { Modal } from '~/client/ui/overlay/modal';
import { adminWords as words } from '~/client/words/admin';
import { uiWords } from '~/client/words/ui';
import type { UserRow } from '~/shared/schemas/accounts';
import type { useUserActions } from './use-user-actions';

interface RoleDialogProps {
  user: UserRow;
  isOpen: boolean;
  setAdmin: ReturnType<typeof useUserActions>['setAdmin'];
  onClose: () => void;
}

/** Admin rights change hands only with the acting administrator's password. */
export function RoleDialog({ user, isOpen, setAdmin, onClose }: RoleDialogProps) {
  const id = useId();
  const proof = useProof();
  const title = user.isAdmin ? words.removeAdmin : words.makeAdmin;
  const body = user.isAdmin ? words.removeAdminBody(user.email) : words.makeAdminBody(user.email);
  const { formProps, fieldProps, showErrors } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/accounts').then(({ setAdminInput }) =>
        setAdminInput.pick(proof.needsPassword ? { password: true } : {}),
      ),
    onValid: ({ password }) =>
      setAdmin.mutate(
        { userId: user.id, isAdmin: !user.isAdmin, ...(proof.needsPassword && { password }) },
        {
          onSuccess: onClose,
          onError(cause) {
            const { password: wrong } = fieldErrors(cause);
            if (wrong) showErrors({ password: wrong });
            else onClose();
          },
        },
      ),
  });
  const close = () => {
    if (!setAdmin.isPending) onClose();
  };
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      width="min(27rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <chakra.form {...formProps}>
        <Stack gap="5" p="6">
          <Stack gap="2">
            <Text as="h2" id={`${id}-title`} textStyle="heading">
              {title}
            </Text>
            <Text id={`${id}-body`} color="fg.muted" overflowWrap="anywhere">
              {body}
            </Text>
          </Stack>
          <ProofField
            proof={proof}
            page="/settings?tab=admin"
            label={words.yourPassword}
            autoComplete="current-password"
            autoFocus
            {...fieldProps('password')}
          />
          <HStack justify="flex-end" gap="2" wrap="wrap">
            <Button onClick={close}>{uiWords.cancel}</Button>
            <Button type="submit" variant="danger" pending={setAdmin.isPending}>
              {title}
            </Button>
          </HStack>
        </Stack>
      </chakra.form>
    </Modal>
  );
}
