import { atBase } from '~/client/lib/base-path';
import { DownloadFailed, errorTextOf, fileNameOf } from '~/client/lib/download-file';
import { saveBlob } from '~/client/lib/save-text';

/**
 * Downloads and saves the export, reporting the number of received bytes. Not a plain link, because an error response
 * (rate limit, signed out) would otherwise be saved as an unreadable file. Browsers keep large blobs on disk.
 */
export async function downloadExport(onBytes: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  const response = await fetch(atBase('/api/user/export'), { method: 'POST', signal });
  if (!response.ok || !response.body) throw new DownloadFailed(await errorTextOf(response));
  const name = fileNameOf(response) ?? 'export.zip';
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  const blob = await new Response(response.body.pipeThrough(counting)).blob();
  saveBlob(new Blob([blob], { type: 'application/zip' }), name);
  return name;
}
