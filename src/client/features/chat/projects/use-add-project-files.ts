import type { GetUploadParameters, UploadedFile } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { projectFilesWords as words } from '~/client/words/project-files';
import type { Project } from '~/shared/schemas/projects';

interface AddProjectFiles {
  project: Project;
  collectionId: string | null;
  /** The first file makes the collection of the project. */
  onCollection: (id: string) => void;
}

/** Where the bytes of a file go, and what makes uploaded files part of a project. */
export function useAddProjectFiles({ project, collectionId, onCollection }: AddProjectFiles) {
  const utils = trpc.useUtils();

  const target: GetUploadParameters = async ({ type, size }) => {
    const { uploadURL, headers } = await trpcClient.uploads.create.mutate({ size, ...(type && { type }) });
    return { method: 'PUT', url: uploadURL, headers };
  };

  async function collectionOfProject(): Promise<string> {
    if (collectionId) return collectionId;
    const { id } = await trpcClient.collections.create.mutate({ name: project.name, projectId: project.id });
    onCollection(id);
    return id;
  }

  async function add(to: string, { name, type, uploadURL }: UploadedFile): Promise<boolean> {
    try {
      const { objectPath } = await trpcClient.uploads.claim.mutate({ fileURL: uploadURL, name, type });
      await trpcClient.collections.addDocument.mutate({ collectionId: to, objectPath });
      return true;
    } catch (cause) {
      toast({ kind: 'error', title: words.notAdded(name), description: errorMessage(cause) });
      return false;
    }
  }

  /** A file that cannot be added is named; the others are added all the same. */
  async function addFiles(files: readonly UploadedFile[]) {
    if (files.length === 0) return;
    try {
      const to = await collectionOfProject();
      let added = 0;
      for (const file of files) if (await add(to, file)) added++;
      if (added > 0) toast({ kind: 'success', title: words.added(added) });
    } catch (cause) {
      toast({ kind: 'error', title: words.addFailed, description: errorMessage(cause) });
    }
    await Promise.all([utils.collections.documents.invalidate(), utils.projects.invalidate()]);
  }

  return { target, addFiles };
}
