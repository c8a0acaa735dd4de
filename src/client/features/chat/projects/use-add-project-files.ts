import { addDocument } from '~/client/features/upload/add-document';
import type { UploadedFile } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { sentences } from '~/client/lib/sentences';
import { toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { projectFilesWords as words } from '~/client/words/project-files';
import type { Project } from '~/shared/schemas/projects';

export type ProjectWithFiles = Pick<Project, 'id' | 'name' | 'filesCollectionId'>;

/** Why a file was not added. Without a name, the reason concerns several files. */
export interface FileFailure {
  name?: string;
  message: string;
}

/** Adds uploaded files to a project. */
export function useAddProjectFiles() {
  const utils = trpc.useUtils();

  /**
   * Adds the files, and shows how many were added and which were not, together with those that failed before. Returns
   * the project's collection, which its first file creates.
   */
  return async (
    project: ProjectWithFiles,
    files: readonly UploadedFile[],
    failedBefore: readonly FileFailure[] = [],
  ): Promise<string | null> => {
    let collectionId = project.filesCollectionId;
    const failures = [...failedBefore];
    let added = 0;
    if (files.length > 0) {
      try {
        collectionId ??= (await trpcClient.collections.create.mutate({ name: project.name, projectId: project.id })).id;
        for (const file of files) {
          const failure = await failureOf(collectionId, file);
          if (failure) failures.push(failure);
          else added++;
        }
      } catch (cause) {
        failures.push({ message: errorMessage(cause) });
      }
    }
    showResult(project.name, added, failures);
    if (files.length > 0) await Promise.all([utils.collections.documents.invalidate(), utils.projects.invalidate()]);
    return collectionId;
  };
}

async function failureOf(collectionId: string, file: UploadedFile): Promise<FileFailure | undefined> {
  try {
    await addDocument(collectionId, file);
  } catch (cause) {
    return { name: file.name, message: errorMessage(cause) };
  }
}

/** One toast for all files, because a second one would replace it. */
function showResult(projectName: string, added: number, failures: readonly FileFailure[]): void {
  const success = words.added(added, projectName);
  if (failures.length === 0) {
    if (added > 0) toast({ kind: 'success', title: success });
    return;
  }
  const onlyName = failures.length === 1 ? failures[0]?.name : undefined;
  const reasons = failures.map(({ name, message }) => (name && !onlyName ? `${name}: ${message}` : message));
  toast({
    kind: 'error',
    title: onlyName ? words.notAdded(onlyName) : words.addFailed,
    description: sentences(added > 0 ? [...reasons, success] : reasons),
  });
}
