import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { projectsWords as words } from '~/client/words/projects';
import type { ConversationSummary } from '~/shared/schemas/conversations';

interface MoveDialogProps {
  conversations: readonly ConversationSummary[];
  onClose: () => void;
  onMoved: () => void;
  onNewProject: () => void;
}

/** Chooses the project that conversations move to. */
export function MoveDialog({ conversations, onClose, onMoved, onNewProject }: MoveDialogProps) {
  const utils = trpc.useUtils();
  const { data } = trpc.projects.list.useQuery({});
  const projectIds = new Set(conversations.map(({ projectId }) => projectId));
  // Where all of them are already, none moves.
  const isElsewhere = (projectId: string | null) => projectIds.size > 1 || !projectIds.has(projectId);
  const targets = (data?.items ?? []).filter(({ id }) => isElsewhere(id));
  const canLeave = isElsewhere(null);
  const hasNoTarget = targets.length === 0 && !canLeave;
  const { formProps, register } = useServerForm({
    defaultValues: { projectId: canLeave ? '' : (targets[0]?.id ?? '') },
    onValid: ({ projectId }) =>
      hasNoTarget
        ? onNewProject()
        : move.mutate({ conversationIds: conversations.map(({ id }) => id), projectId: projectId || null }),
  });
  const onError = (cause: unknown) =>
    toast({ kind: 'error', title: words.moveFailed, description: errorMessage(cause) });
  const readAgain = () =>
    Promise.all([
      utils.conversations.invalidate(),
      utils.projects.list.invalidate(),
      utils.collections.switches.invalidate(),
    ]);
  const undo = trpc.projects.moveConversations.useMutation({ onSuccess: () => readAgain(), onError });
  const move = trpc.projects.moveConversations.useMutation({
    async onSuccess({ count }) {
      const run = () => {
        for (const projectId of projectIds) {
          const conversationIds = conversations.filter((one) => one.projectId === projectId).map(({ id }) => id);
          undo.mutate({ conversationIds, projectId });
        }
      };
      onClose();
      onMoved();
      await readAgain();
      toast({ kind: 'success', title: words.moved(count), action: { label: words.undo, run } });
    },
    onError,
  });
  return (
    <FormDialog
      title={words.moveTitle(conversations.length)}
      submitLabel={hasNoTarget ? words.create : words.moveMany}
      pendingLabel={words.moving}
      pending={move.isPending}
      formProps={formProps}
      onClose={onClose}
    >
      {hasNoTarget ? (
        <Text color="fg.muted">{words.noTarget}</Text>
      ) : (
        <SelectField label={words.target} {...register('projectId')}>
          {canLeave && <option value="">{words.noProject}</option>}
          {targets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
