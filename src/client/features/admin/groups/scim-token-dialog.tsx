import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { scimWords as words } from '~/client/words/scim';
import type { CreatedScimToken } from '~/shared/schemas/scim';

interface ScimTokenDialogProps {
  onCreated: (token: CreatedScimToken) => void;
  onClose: () => void;
}

export function ScimTokenDialog({ onCreated, onClose }: ScimTokenDialogProps) {
  const utils = trpc.useUtils();
  const proof = useProof();
  const toInput = ({ name, password }: { name: string; password: string }) => ({
    name,
    ...(proof.needsPassword && { password }),
  });
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { name: '', password: '' },
    loadSchema: () => import('~/shared/schemas/scim').then(({ createScimTokenInput }) => createScimTokenInput),
    toInput,
    failureTitle: words.createFailed,
    onValid: (values) => create.mutate(toInput(values)),
  });
  const create = trpc.scim.createToken.useMutation({
    onSuccess(token) {
      void utils.scim.tokens.invalidate();
      onCreated(token);
      onClose();
    },
    onError,
  });
  return (
    <FormDialog
      title={words.createTitle}
      pending={create.isPending}
      submitLabel={words.submit}
      pendingLabel={words.creating}
      formProps={formProps}
      onClose={onClose}
    >
      <TextField label={words.name} hint={words.nameHint} autoComplete="off" autoFocus {...fieldProps('name')} />
      <ProofField
        proof={proof}
        page="/settings?tab=admin&section=groups"
        label={words.yourPassword}
        autoComplete="current-password"
        {...fieldProps('password')}
      />
    </FormDialog>
  );
}
