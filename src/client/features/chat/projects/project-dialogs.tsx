import type { ConversationSummary } from '~/shared/schemas/conversations';
import { MoveDialog } from './move-dialog';
import { ProjectDialog } from './project-dialog';

/** The open dialog: a new project, or the target for these conversations. */
export type ProjectQuestion = 'create' | readonly ConversationSummary[];

interface ProjectDialogsProps {
  question: ProjectQuestion;
  onQuestion: (question: ProjectQuestion | undefined) => void;
  onMoved: () => void;
  onCreated: (projectId: string) => void;
}

/** Default export for `lazy`. */
export default function ProjectDialogs({ question, onQuestion, onMoved, onCreated }: ProjectDialogsProps) {
  const close = () => onQuestion(undefined);
  if (question !== 'create') {
    return (
      <MoveDialog
        conversations={question}
        onClose={close}
        onMoved={onMoved}
        onNewProject={() => onQuestion('create')}
      />
    );
  }
  return (
    <ProjectDialog
      onClose={close}
      onSaved={({ id }) => {
        close();
        onCreated(id);
      }}
    />
  );
}
