import { defaultUploadLimits, fileErrorOf, type UploadResult } from '~/client/features/upload/upload-rules';
import { uploadTarget } from '~/client/features/upload/upload-target';
import { warnBeforeLeaving } from '~/client/hooks/use-leave-warning';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { projectFilesWords as words } from '~/client/words/project-files';
import { uploadWords } from '~/client/words/upload';
import { type FileFailure, type ProjectWithFiles, useAddProjectFiles } from './use-add-project-files';

const { maxNumberOfFiles, maxFileSize } = defaultUploadLimits;

/** Uploads files that were dropped on a project, and adds them to it. Continues on other pages of the application. */
export function useDropProjectFiles() {
  const addFiles = useAddProjectFiles();

  return async (project: ProjectWithFiles, dropped: readonly File[]): Promise<void> => {
    const { accepted, failures } = partitionFiles(dropped);
    const endWarning = warnBeforeLeaving();
    try {
      if (accepted.length > 0) toast({ title: words.uploading(accepted.length, project.name) });
      const { successful, failed } = await upload(accepted);
      await addFiles(project, successful, [...failures, ...failed]);
    } finally {
      endWarning();
    }
  };
}

/** The accepted files, and the reasons for rejecting the others. */
function partitionFiles(dropped: readonly File[]): { accepted: File[]; failures: FileFailure[] } {
  const failures: FileFailure[] =
    dropped.length > maxNumberOfFiles ? [{ message: uploadWords.tooManyAtOnce(maxNumberOfFiles) }] : [];
  const accepted = dropped.slice(0, maxNumberOfFiles).filter((file) => {
    const message = fileErrorOf(file, maxFileSize);
    if (message) failures.push({ name: file.name, message });
    return !message;
  });
  return { accepted, failures };
}

async function upload(files: readonly File[]): Promise<UploadResult> {
  try {
    const { uploadFiles } = await import('~/client/features/upload/upload-files');
    return await uploadFiles(files, uploadTarget);
  } catch (cause) {
    const message = errorMessage(cause);
    return { successful: [], failed: files.map(({ name }) => ({ name, message })) };
  }
}
