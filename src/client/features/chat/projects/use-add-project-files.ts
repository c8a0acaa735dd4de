import { addDocument } from '~/client/features/upload/add-document';
import type { UploadedFile } from '~/client/features/upload/upload-rules';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { projectFilesWords as words } from '~/client/words/project-files';
import type { Project } from '~/shared/schemas/projects';

export type ProjectWithFiles = Pick<Project, 'id' | 'name' | 'filesCollectionId'>;

/** Adds uploaded files to a project. */
export function useAddProjectFiles() {
  const utils = trpc.useUtils();

  async function add(collectionId: string, file: UploadedFile): Promise<boolean> {
    try {
      await addDocument(collectionId, file);
      return true;
    } catch (cause) {
      errorToast(words.notAdded(file.name), cause);
      return false;
    }
  }

  /**
   * Names files that could not be added, and adds the others. Returns the project's collection, which its first file
   * creates.
   */
  return async (project: ProjectWithFiles, files: readonly UploadedFile[]): Promise<string | null> => {
    let collectionId = project.filesCollectionId;
    if (files.length === 0) return collectionId;
    try {
      collectionId ??= (await trpcClient.collections.create.mutate({ name: project.name, projectId: project.id })).id;
      let added = 0;
      for (const file of files) if (await add(collectionId, file)) added++;
      if (added > 0) toast({ kind: 'success', title: words.added(added, project.name) });
    } catch (cause) {
      errorToast(words.addFailed, cause);
    }
    await Promise.all([utils.collections.documents.invalidate(), utils.projects.invalidate()]);
    return collectionId;
  };
}
