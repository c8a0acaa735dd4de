import { defaultUploadLimits, refusalOf, type UploadResult } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { uploadWords } from '~/client/words/upload';
import { newRequestId } from '../composer/request-id';
import type { FileClaims } from './file-claims';
import type { FileSending } from './file-sending';
import { besideDraft, type PendingFile, previewOf, textFileName } from './pending-file';
import type { PendingList } from './pending-list';

const { maxFileSize, maxNumberOfFiles } = defaultUploadLimits;

function take({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, data?: Blob): PendingFile {
  return { key: newRequestId(), name, type, size, state: 'uploading', progress: 0, previewUrl: previewOf(data) };
}

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
    if (words === undefined) taken.push({ file: take(data, data), data });
    else refusals.push(`${data.name}: ${words}`);
  }
  return { taken, refusals };
}

/** The ways a file comes beside the draft. */
export function addingFiles({ state, change, drop }: PendingList, claims: FileClaims, sending: FileSending) {
  const count = () => besideDraft(state().files).length;

  return {
    /** Pasted or dropped: uploads begin at once. */
    add(chosen: readonly File[]) {
      const { taken, refusals } = sortOut(chosen, count());
      change({ files: [...state().files, ...taken.map(({ file }) => file)], refusals });
      for (const { file, data } of taken) sending.send(file.key, data);
    },
    /** A text that is too long for a message, as a file. True when the server has it; else the text must stay. */
    async addText(text: string): Promise<boolean> {
      if (count() >= maxNumberOfFiles) {
        change({ refusals: [uploadWords.tooMany(maxNumberOfFiles)] });
        return false;
      }
      const name = textFileName(text);
      const file = take({ name, type: 'text/plain', size: new Blob([text]).size });
      change({ files: [...state().files, { ...file, state: 'checking', progress: 1 }], refusals: [] });
      try {
        await claims.attachText(file.key, { name, text });
        return true;
      } catch (cause) {
        drop(({ key }) => key === file.key);
        change({ refusals: [errorMessage(cause)] });
        return false;
      }
    },
    /** Uploaded through the dialog: only to be claimed. */
    adopt({ successful }: UploadResult) {
      for (const uploaded of successful) {
        const file = take(uploaded, uploaded.data);
        change({ files: [...state().files, file], refusals: [] });
        claims.arrive(file.key, uploaded);
      }
    },
  };
}
