import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { projectsWords as words } from '~/client/words/projects';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import { useMoveConversations } from './use-move-conversations';

interface MoveDialogProps {
  conversations: readonly ConversationSummary[];
  onClose: () => void;
  onMoved: () => void;
  onNewProject: () => void;
}

/** Chooses the project that conversations move to. */
export function MoveDialog({ conversations, onClose, onMoved, onNewProject }: MoveDialogProps) {
  const { data } = trpc.projects.list.useQuery({});
  const projectIds = new Set(conversations.map(({ projectId }) => projectId));
  // Excludes the project that already contains all of them.
  const isElsewhere = (projectId: string | null) => projectIds.size > 1 || !projectIds.has(projectId);
  const targets = (data?.items ?? []).filter(({ id }) => isElsewhere(id));
  const canLeave = isElsewhere(null);
  const hasNoTarget = targets.length === 0 && !canLeave;
  const { move, isMoving } = useMoveConversations({
    onMoved() {
      onClose();
      onMoved();
    },
  });
  const { formProps, register } = useServerForm({
    defaultValues: { projectId: canLeave ? '' : (targets[0]?.id ?? '') },
    onValid: ({ projectId }) =>
      hasNoTarget ? onNewProject() : void move({ conversations, projectId: projectId || null }),
  });
  return (
    <FormDialog
      title={words.moveTitle(conversations.length)}
      submitLabel={hasNoTarget ? words.create : words.moveMany}
      pendingLabel={words.moving}
      pending={isMoving}
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
