import { defaultUploadLimits, type GetUploadParameters, type UploadResult } from './upload-rules';
import { createUploader, toUploadResult } from './uploader';

/** Uploads files without showing their progress. Resolves when each was uploaded or has failed. */
export async function uploadFiles(
  files: readonly File[],
  onGetUploadParameters: GetUploadParameters,
): Promise<UploadResult> {
  const uploader = createUploader({ ...defaultUploadLimits, onGetUploadParameters });
  try {
    for (const [index, data] of files.entries()) {
      const { name, type } = data;
      // Without the path, Uppy would treat two equal files as duplicates.
      uploader.addFile({ name, type, data, meta: { name, relativePath: `${index}` } });
    }
    return toUploadResult(await uploader.upload());
  } finally {
    uploader.destroy();
  }
}
