import { plainFileName } from '~/client/lib/format';
import { attachedFilesWords as words } from '~/client/words/attached-files';
import { uploadLimitWords } from '~/client/words/upload-limit';
import { isInProgress, type PendingFile } from './pending-file';

/** The status text of a file. */
export function stateWords({ state, progress, error }: PendingFile, limitSeconds = 0): string {
  switch (state) {
    case 'uploading':
      return words.uploading(Math.floor(progress * 100));
    case 'paused':
      return words.pausedAt(Math.floor(progress * 100));
    case 'offline':
      return words.waitingForTheConnection;
    case 'retrying':
      return words.tryingAgain;
    case 'limited':
      return uploadLimitWords.waitingFor(limitSeconds);
    case 'checking':
      return words.checking;
    case 'failed':
      return error ?? words.uploadFailed;
    case 'ready':
      return words.ready;
  }
}

/** Summarizes all files in a sentence for screen readers. Changes with states, not with every percent. */
export function summaryOf(files: readonly PendingFile[]): string {
  const count = (number: number, say: (count: number) => string) => (number === 0 ? [] : [say(number)]);
  const failed = files.filter(({ state }) => state === 'failed');
  return [
    ...count(files.filter(isInProgress).length, words.numberUploading),
    ...count(files.filter(({ state }) => state === 'ready').length, words.numberAttached),
    ...(files.some(({ state }) => state === 'limited') ? [uploadLimitWords.waiting] : []),
    ...failed.map((file) => `${plainFileName(file.name)}: ${stateWords(file)}`),
  ].join(', ');
}
