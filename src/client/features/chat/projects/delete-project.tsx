import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { projectsWords as words } from '~/client/words/projects';
import type { Project } from '~/shared/schemas/projects';

interface DeleteProjectProps {
  project: Project;
  onClose: () => void;
  onDeleted: () => void;
}

/** Default export for `lazy`. */
export default function DeleteProject({ project, onClose, onDeleted }: DeleteProjectProps) {
  const utils = trpc.useUtils();
  const remove = trpc.projects.delete.useMutation({
    onSuccess() {
      toast({ kind: 'success', title: words.deleted });
      onDeleted();
      void utils.projects.list.invalidate();
      void utils.conversations.invalidate();
      void utils.collections.switches.invalidate();
    },
    onError: (cause) => errorToast(words.deleteFailed, cause),
  });
  return (
    <ConfirmDialog
      isOpen
      title={words.delete}
      body={words.deleteBody(project.name)}
      confirmLabel={words.delete}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ projectId: project.id })}
      onClose={onClose}
    />
  );
}
