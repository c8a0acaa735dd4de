import { defaultUploadLimits, refusalOf, type UploadResult } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { uploadWords } from '~/client/words/upload';
import type { FileClaims } from './file-claims';
import type { FileSending } from './file-sending';
import { besideDraft, newFile, type PendingFile } from './pending-file';
import type { PendingList } from './pending-list';

const { maxFileSize, maxNumberOfFiles } = defaultUploadLimits;

/** Which of the chosen files are taken beside `count` others, and why the rest is not. */
function sortOut(chosen: readonly File[], count: number) {
  const refusals: string[] = [];
  const taken: { file: PendingFile; data: File }[] = [];
  for (const data of chosen) {
    if (count + taken.length >= maxNumberOfFiles) {
      refusals.push(uploadWords.tooMany(maxNumberOfFiles));
      break;
    }
    const words = refusalOf(data, maxFileSize);
    if (words === undefined) taken.push({ file: newFile(data, data), data });
    else refusals.push(`${data.name}: ${words}`);
  }
  return { taken, refusals };
}

/** The ways a file comes beside the draft. */
export function addingFiles(list: PendingList, claims: FileClaims, sending: FileSending) {
  const { state, change } = list;

  return {
    /** Pasted or dropped: uploads begin at once. */
    add(chosen: readonly File[]) {
      const { taken, refusals } = sortOut(chosen, besideDraft(state().files).length);
      change({ files: [...state().files, ...taken.map(({ file }) => file)], refusals });
      for (const { file, data } of taken) sending.send(file.key, data);
    },
    /** A text that is too long for a message, as a file. True when the server has it; else the text must stay. */
    async addText(text: string): Promise<boolean> {
      try {
        const { addTextFile } = await import('./text-file');
        return await addTextFile(list, claims, text);
      } catch (cause) {
        change({ refusals: [errorMessage(cause)] });
        return false;
      }
    },
    /** Uploaded through the dialog: only to be claimed. */
    adopt({ successful }: UploadResult) {
      for (const uploaded of successful) {
        const file = newFile(uploaded, uploaded.data);
        change({ files: [...state().files, file], refusals: [] });
        claims.arrive(file.key, uploaded);
      }
    },
  };
}
