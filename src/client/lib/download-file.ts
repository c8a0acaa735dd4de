import { recordOf } from '~/shared/is-record';
import { atBase } from './base-path';
import { saveBlob } from './save-text';

/** A failed download, with the server's error message. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

/**
 * Fetches a file and saves it through the browser. Not a plain link, because an error response would be saved as a
 * broken file. `unnamed` is the file name if the response has none. Returns the file name.
 */
export async function downloadFile(path: string, unnamed = 'download'): Promise<string> {
  const response = await fetch(atBase(path));
  if (!response.ok) throw new DownloadFailed(await errorTextOf(response));
  const name = fileNameOf(response) ?? unnamed;
  saveBlob(await response.blob(), name);
  return name;
}

export async function errorTextOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const { message } = recordOf(body);
  return typeof message === 'string' ? message : response.statusText;
}

export function fileNameOf(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(header)?.[1];
}
