import { defaultUploadLimits } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { attachedFilesWords as words } from '~/client/words/attached-files';
import { uploadWords } from '~/client/words/upload';
import { textStart } from '~/shared/text-start';
import type { FileClaims } from './file-claims';
import { newFile, notSending } from './pending-file';
import type { PendingList } from './pending-list';

const { maxNumberOfFiles } = defaultUploadLimits;

/**
 * Shows a text as a file while the server creates it. False if that failed, with the reason in the list, or if the user
 * removed the file first.
 */
export async function addTextFile(list: PendingList, claims: FileClaims, text: string): Promise<boolean> {
  const { state, change, drop, find } = list;
  if (notSending(state().files).length >= maxNumberOfFiles) {
    change({ rejections: [uploadWords.tooMany(maxNumberOfFiles)] });
    return false;
  }
  const name = textFileName(text);
  const file = newFile({ name, type: 'text/plain', size: new Blob([text]).size });
  change({ files: [...state().files, { ...file, state: 'checking', progress: 1 }], rejections: [] });
  try {
    await claims.attachText(file.key, { name, text });
    return find(file.key) !== undefined;
  } catch (cause) {
    drop(({ key }) => key === file.key);
    change({ rejections: [errorMessage(cause)] });
    return false;
  }
}

/** Named after the first words of the text. */
export function textFileName(text: string): string {
  const start = textStart(text.trim(), 200).split('\n')[0] ?? '';
  const plain = start
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = plain.length > 40 ? textStart(textStart(plain, 41).replace(/\s+\S*$/, ''), 40) : plain;
  return `${name || words.textFile}.txt`;
}
