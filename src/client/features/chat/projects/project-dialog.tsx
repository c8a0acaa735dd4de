import { Stack } from '@chakra-ui/react';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { UploadedFile } from '~/client/features/upload/upload-rules';
import { useServerForm } from '~/client/hooks/use-server-form';
import { formatCount } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { projectsWords as words } from '~/client/words/projects';
import { limits } from '~/shared/limits';
import type { Project } from '~/shared/schemas/projects';
import { CollectionChoice } from './collection-choice';
import { FilesOfNewProject, ProjectFiles } from './project-files';
import { useAddProjectFiles } from './use-add-project-files';

interface ProjectDialogProps {
  /** Absent for a new project. */
  project?: Project | undefined;
  onClose: () => void;
  onSaved: (project: Project) => void;
}

const limit = limits.projectInstructionsCharacters;

/** Name, instructions, default model, collections and files of a project. */
export function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const utils = trpc.useUtils();
  const [stored] = useState(project);
  const [collectionIds, setCollectionIds] = useState(project?.collectionIds ?? null);
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const addFiles = useAddProjectFiles();
  const { formProps, fieldProps, formState, register, watch, onError } = useServerForm({
    defaultValues: {
      name: project?.name ?? '',
      customInstructions: project?.customInstructions ?? '',
      defaultModel: project?.defaultModel ?? '',
    },
    failureTitle: words.saveFailed,
    loadSchema: () => import('~/shared/schemas/projects').then(({ createProjectInput }) => createProjectInput),
    toInput: ({ name, customInstructions }) => ({ name, customInstructions }),
    onValid({ name, customInstructions, defaultModel }) {
      const values = { name, customInstructions, defaultModel: defaultModel || null, collectionIds };
      if (stored) update.mutate({ projectId: stored.id, ...changesOf(stored, values) });
      else create.mutate(values);
    },
  });
  const settled = {
    async onSuccess(saved: Project) {
      await Promise.all([utils.projects.list.invalidate(), utils.collections.switches.invalidate()]);
      toast({ kind: 'success', title: words.saved });
      await addFiles(saved, files);
      onSaved(saved);
    },
    onError,
  };
  const create = trpc.projects.create.useMutation(settled);
  const update = trpc.projects.update.useMutation(settled);
  return (
    <FormDialog
      title={project ? words.edit : words.create}
      submitLabel={project ? words.save : words.createButton}
      pendingLabel={project ? words.saving : words.creating}
      pending={create.isPending || update.isPending}
      inactive={stored && !formState.isDirty && sorted(collectionIds) === sorted(stored.collectionIds)}
      formProps={formProps}
      onClose={onClose}
    >
      <Stack gap="4">
        <TextField label={words.name} autoComplete="off" dir="auto" autoFocus {...fieldProps('name')} />
        <InstructionsField text={watch('customInstructions')} {...fieldProps('customInstructions')} />
        <DefaultModelField project={project} {...register('defaultModel')} value={watch('defaultModel')} />
        <CollectionChoice chosen={collectionIds} onChange={setCollectionIds} />
        {project ? <ProjectFiles project={project} /> : <FilesOfNewProject files={files} onChange={setFiles} />}
      </Stack>
    </FormDialog>
  );
}

interface InstructionsFieldProps extends UseFormRegisterReturn {
  text: string;
  error: string | undefined;
}

function InstructionsField({ text, error, ...field }: InstructionsFieldProps) {
  const length = text.trim().length;
  return (
    <TextArea
      label={words.instructions}
      hint={words.instructionsHint}
      dir="auto"
      {...field}
      error={length > limit ? words.instructionsTooLong(formatCount(limit)) : error}
      count={{ now: length, limit }}
    />
  );
}

type Values = Pick<Project, 'name' | 'customInstructions' | 'defaultModel' | 'collectionIds'>;

/** The changed values only, so that changes saved on another device since are kept. */
function changesOf(stored: Values, { name, customInstructions, defaultModel, collectionIds }: Values): Partial<Values> {
  return {
    ...(name !== stored.name && { name }),
    ...(customInstructions !== stored.customInstructions && { customInstructions }),
    ...(defaultModel !== stored.defaultModel && { defaultModel }),
    ...(sorted(collectionIds) !== sorted(stored.collectionIds) && { collectionIds }),
  };
}

const sorted = (ids: string[] | null) => ids?.toSorted().join();

interface DefaultModelFieldProps extends UseFormRegisterReturn {
  project: Project | undefined;
  /** Controlled: an uncontrolled select would reset to the first option when the models load. */
  value: string;
}

function DefaultModelField({ project, ...field }: DefaultModelFieldProps) {
  const { data: models = [] } = trpc.models.list.useQuery();
  const chosen = project?.defaultModel;
  const isGone = chosen != null && !models.some(({ id }) => id === chosen);
  if (models.length < 2 && !isGone) return null;
  return (
    <SelectField label={words.defaultModel} {...field}>
      <option value="">{words.noModel}</option>
      {isGone && <option value={chosen}>{words.modelGone}</option>}
      {models.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
