import { atBase } from './base-path';

/** A failed download, with the server's error message. */
export class DownloadRefused extends Error {
  override readonly name = 'DownloadRefused';
}

/**
 * Fetches a file and saves it through the browser. Not a plain link, because an error response would be saved as a
 * broken file. `unnamed` is the file name if the response has none. Returns the file name.
 */
export async function downloadFile(path: string, unnamed = 'download'): Promise<string> {
  const response = await fetch(atBase(path));
  if (!response.ok) throw new DownloadRefused(await errorTextOf(response));
  const name = fileNameOf(response) ?? unnamed;
  saveBlob(await response.blob(), name);
  return name;
}

export async function errorTextOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : response.statusText;
}

export function fileNameOf(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(header)?.[1];
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after this event; a minute is enough to start.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
