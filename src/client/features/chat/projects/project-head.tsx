import { chakra } from '@chakra-ui/react';
import { ArrowLeft, Ellipsis, ListChecks, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { IconButton } from '~/client/ui/form/button';
import { Menu, MenuItem, MenuSeparator } from '~/client/ui/menu/menu';
import { conversationActionsWords } from '~/client/words/conversation-actions';
import { projectListWords } from '~/client/words/project-list';
import { projectsWords as words } from '~/client/words/projects';

const ProjectDialog = lazyPart(() => import('./project-dialog').then((part) => ({ default: part.ProjectDialog })));
const DeleteProject = lazyPart(() => import('./delete-project'));

interface ProjectHeadProps {
  projectId: string;
  onBack: () => void;
  /** Starts selection mode. */
  onSelect: () => void;
}

/** The name of the open project, and its actions. */
export function ProjectHead({ projectId, onBack, onSelect }: ProjectHeadProps) {
  const utils = trpc.useUtils();
  const { data: project } = trpc.projects.get.useQuery(
    { projectId },
    { placeholderData: () => utils.projects.list.getData({})?.items.find(({ id }) => id === projectId) },
  );
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  const name = project?.name ?? projectListWords.projects;
  return (
    <>
      <IconButton label={words.back} size="sm" onClick={onBack}>
        <ArrowLeft size={15} strokeWidth={1.5} />
      </IconButton>
      <chakra.h2 flex="1" minWidth="0" truncate dir="auto" textStyle="ui" fontWeight="medium" title={name}>
        {name}
      </chakra.h2>
      {project && (
        <Menu label={words.actions(name)} size="sm" opener={<Ellipsis size={15} strokeWidth={1.5} />}>
          <MenuItem onClick={() => setOpened('edit')}>
            <Pencil size={16} strokeWidth={1.5} />
            {words.edit}
          </MenuItem>
          <MenuItem onClick={onSelect}>
            <ListChecks size={16} strokeWidth={1.5} />
            {conversationActionsWords.select}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onClick={() => setOpened('delete')}>
            <Trash2 size={16} strokeWidth={1.5} />
            {words.delete}
          </MenuItem>
        </Menu>
      )}
      {project && opened && (
        <Suspense>
          {opened === 'edit' ? (
            <ProjectDialog
              project={project}
              onClose={close}
              onSaved={(saved) => {
                utils.projects.get.setData({ projectId }, saved);
                close();
              }}
            />
          ) : (
            <DeleteProject project={project} onClose={close} onDeleted={onBack} />
          )}
        </Suspense>
      )}
    </>
  );
}
