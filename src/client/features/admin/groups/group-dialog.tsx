import { useServerForm } from '~/client/hooks/use-server-form';
import { errorMessage, isConflict } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { groupWords as words } from '~/client/words/groups';
import type { Group } from '~/shared/schemas/groups';

interface GroupDialogProps {
  /** Absent for a new group. */
  group?: Group;
  onClose: () => void;
}

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const utils = trpc.useUtils();
  const { formProps, fieldProps, formState, onError, showErrors } = useServerForm({
    defaultValues: { name: group?.name ?? '' },
    loadSchema: () => import('~/shared/schemas/groups').then(({ createGroupInput }) => createGroupInput),
    failureTitle: words.saveFailed,
    onValid: ({ name }) => (group ? update.mutate({ groupId: group.id, name }) : create.mutate({ name })),
  });
  const change = {
    onSuccess() {
      void utils.groups.invalidate();
      onClose();
    },
    onError(cause: unknown) {
      onError(cause);
      if (isConflict(cause)) showErrors({ name: errorMessage(cause) });
    },
  };
  const create = trpc.groups.create.useMutation(change);
  const update = trpc.groups.update.useMutation(change);
  return (
    <FormDialog
      title={group ? words.renameTitle : words.createTitle}
      pending={create.isPending || update.isPending}
      inactive={group && !formState.isDirty}
      submitLabel={group ? words.save : words.submit}
      pendingLabel={group ? words.saving : words.creating}
      formProps={formProps}
      onClose={onClose}
    >
      <TextField label={words.name} hint={words.nameHint} autoComplete="off" autoFocus {...fieldProps('name')} />
    </FormDialog>
  );
}
