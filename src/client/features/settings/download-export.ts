/** Why an export did not come: the server's words, or null where the connection broke off. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
}

/**
 * Asks for the export and saves it, telling how many bytes have come. A request of our own and no plain link, because
 * a refusal – too often, signed out – would otherwise be a file that cannot be opened. Browsers keep large blobs on disk.
 */
export async function downloadExport(onBytes: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  const response = await fetch('/api/user/export', { method: 'POST', signal });
  if (!response.ok || !response.body) throw new ExportRefused(await wordsOf(response));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.zip';
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  const blob = await new Response(response.body.pipeThrough(counting)).blob();
  save(blob, name);
  return name;
}

async function wordsOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : response.statusText;
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this turn; a minute is enough to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
