import { chakra } from '@chakra-ui/react';
import { Folder } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { welcomeWords as words } from '~/client/words/welcome';
import type { Project } from '~/shared/schemas/projects';

const ProjectDialog = lazyPart(() =>
  import('../projects/project-dialog').then((part) => ({ default: part.ProjectDialog })),
);

/** The project of the next conversation, with its contents. A click opens its dialog. */
export function WelcomeProject({ project }: { project: Project }) {
  const utils = trpc.useUtils();
  const [isEdited, setIsEdited] = useState(false);
  const close = () => setIsEdited(false);
  const contents = [
    ...(project.customInstructions ? [words.instructions] : []),
    ...(project.fileCount > 0 ? [words.files(project.fileCount)] : []),
  ];
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        maxWidth="full"
        color="fg.muted"
        fontWeight="normal"
        onClick={() => setIsEdited(true)}
      >
        <Folder size={16} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
        <chakra.span truncate dir="auto">
          {project.name}
        </chakra.span>
        <chakra.span flexShrink={0} color="fg.subtle">
          {contents.join(' · ') || words.noContents}
        </chakra.span>
      </Button>
      {isEdited && (
        <Suspense>
          <ProjectDialog
            project={project}
            onClose={close}
            onSaved={(saved) => {
              utils.projects.get.setData({ projectId: saved.id }, saved);
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
