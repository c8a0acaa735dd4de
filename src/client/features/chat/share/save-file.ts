import { DownloadFailed, downloadFile } from '~/client/lib/download-file';
import { toast } from '~/client/lib/toast';
import { exportWords as words } from '~/client/words/export';

/** Downloads a file from the server, and shows the result in a toast. */
export async function saveFile(path: string, unnamed?: string): Promise<void> {
  toast({ kind: 'info', title: words.exporting });
  try {
    const name = await downloadFile(path, unnamed);
    toast({ kind: 'success', title: words.exported, description: name });
  } catch (cause) {
    const description = cause instanceof DownloadFailed ? cause.message : words.broken;
    toast({ kind: 'error', title: words.failed, description });
  }
}
