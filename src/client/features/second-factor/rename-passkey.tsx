import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { passkeyWords as words } from '~/client/words/passkeys';
import { limits } from '~/shared/limits';
import type { PasskeySummary } from '~/shared/schemas/passkeys';

interface RenamePasskeyProps {
  passkey: PasskeySummary;
  onClose: () => void;
}

export function RenamePasskey({ passkey: { id, name }, onClose }: RenamePasskeyProps) {
  const utils = trpc.useUtils();
  const { formProps, fieldProps, formState, onError } = useServerForm({
    defaultValues: { name },
    loadSchema: () =>
      import('~/shared/schemas/passkeys').then(({ renamePasskeyInput }) => renamePasskeyInput.pick({ name: true })),
    failureTitle: words.renameFailed,
    onValid: (values) => rename.mutate({ id, ...values }),
  });
  const rename = trpc.passkeys.rename.useMutation({
    onSuccess() {
      void utils.passkeys.list.invalidate();
      onClose();
    },
    onError,
  });
  return (
    <FormDialog
      formProps={formProps}
      title={words.renameTitle}
      submitLabel={words.rename}
      pendingLabel={words.renaming}
      pending={rename.isPending}
      inactive={!formState.isDirty}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        autoComplete="off"
        maxLength={limits.passkeyNameCharacters}
        autoFocus
        {...fieldProps('name')}
      />
    </FormDialog>
  );
}
