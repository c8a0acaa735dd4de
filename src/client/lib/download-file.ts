import { atBase } from './base-path';

/** Why a file did not come: the server's words. */
export class DownloadRefused extends Error {
  override readonly name = 'DownloadRefused';
}

/**
 * Loads a file and gives it to the browser to save. A request of our own and no plain link, because a refusal would
 * otherwise be a file that cannot be opened. The name is for a response that brings none.
 */
export async function downloadFile(path: string, unnamed = 'download'): Promise<string> {
  const response = await fetch(atBase(path));
  if (!response.ok) throw new DownloadRefused(await wordsOf(response));
  const name = fileNameOf(response) ?? unnamed;
  saveBlob(await response.blob(), name);
  return name;
}

export async function wordsOf(response: Response): Promise<string> {
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
  // The browser reads it after this turn; a minute is enough to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
