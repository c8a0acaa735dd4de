import { defaultUploadLimits, fileErrorOf, type UploadResult } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { uploadWords } from '~/client/words/upload';
import type { FileClaims } from './file-claims';
import type { FileSending } from './file-sending';
import { newFile, notSending, type PendingFile } from './pending-file';
import type { PendingList } from './pending-list';

const { maxFileSize, maxNumberOfFiles } = defaultUploadLimits;

/**
 * Splits the chosen files into accepted ones, given `count` files that are already attached, and reasons for rejecting
 * the rest.
 */
function partitionFiles(chosen: readonly File[], count: number) {
  const rejections: string[] = [];
  const accepted: { file: PendingFile; data: File }[] = [];
  for (const data of chosen) {
    if (count + accepted.length >= maxNumberOfFiles) {
      rejections.push(uploadWords.tooMany(maxNumberOfFiles));
      break;
    }
    const words = fileErrorOf(data, maxFileSize);
    if (words === undefined) accepted.push({ file: newFile(data, data), data });
    else rejections.push(`${data.name}: ${words}`);
  }
  return { accepted, rejections };
}

/** The ways of attaching a file to the draft. */
export function addingFiles(list: PendingList, claims: FileClaims, sending: FileSending) {
  const { state, change } = list;

  return {
    /** Pasted or dropped files; their uploads start at once. */
    add(chosen: readonly File[]) {
      const { accepted, rejections } = partitionFiles(chosen, notSending(state().files).length);
      change({ files: [...state().files, ...accepted.map(({ file }) => file)], rejections });
      for (const { file, data } of accepted) sending.send(file.key, data);
    },
    /**
     * Attaches a text that is too long for a message as a file. True once the server has it, unless the file was removed
     * before; otherwise the caller must keep the text.
     */
    async addText(text: string): Promise<boolean> {
      try {
        const { addTextFile } = await import('./text-file');
        return await addTextFile(list, claims, text);
      } catch (cause) {
        change({ rejections: [errorMessage(cause)] });
        return false;
      }
    },
    /** Files uploaded through the dialog, which only need to be claimed. */
    addUploaded({ successful }: UploadResult) {
      for (const uploaded of successful) {
        const file = newFile(uploaded, uploaded.data);
        change({ files: [...state().files, file], rejections: [] });
        claims.addUploaded(file.key, uploaded);
      }
    },
  };
}
