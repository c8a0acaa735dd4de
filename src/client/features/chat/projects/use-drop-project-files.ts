import { defaultUploadLimits, fileErrorOf, type UploadedFile } from '~/client/features/upload/upload-rules';
import { uploadTarget } from '~/client/features/upload/upload-target';
import { errorMessage } from '~/client/lib/error-message';
import { SendFailed, sendBytes } from '~/client/lib/send-bytes';
import { toast } from '~/client/lib/toast';
import { projectFilesWords as words } from '~/client/words/project-files';
import { uploadWords } from '~/client/words/upload';
import { type FileFailure, type ProjectWithFiles, useAddProjectFiles } from './use-add-project-files';

const { maxNumberOfFiles, maxFileSize } = defaultUploadLimits;

/** Uploads files that were dropped on a project, one at a time, and adds them to it. */
export function useDropProjectFiles() {
  const addFiles = useAddProjectFiles();

  return async (project: ProjectWithFiles, dropped: readonly File[]): Promise<void> => {
    const { accepted, failures } = partitionFiles(dropped);
    if (accepted.length > 0) toast({ title: words.uploading(accepted.length, project.name) });
    const arrived: UploadedFile[] = [];
    for (const file of accepted) {
      try {
        arrived.push(await upload(file));
      } catch (cause) {
        failures.push({ name: file.name, message: cause instanceof SendFailed ? cause.message : errorMessage(cause) });
      }
    }
    await addFiles(project, arrived, failures);
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

async function upload(file: File): Promise<UploadedFile> {
  const { name, type, size } = file;
  const target = await uploadTarget({ name, type, size });
  await sendBytes(target, file, { onProgress() {} });
  return { name, type, size, uploadURL: target.url };
}
