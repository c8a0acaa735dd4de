import { atBase } from '~/client/lib/base-path';
import { remoteImageHeader } from '~/shared/remote-image';

export type RemoteImageState = { src: string } | 'loading' | 'failed';

/**
 * Fetches an image of another site through the server and shows it from memory. The returned function cancels the
 * request and frees the memory.
 */
export function loadRemoteImage(address: string, show: (image: RemoteImageState) => void): () => void {
  const leave = new AbortController();
  let src: string | undefined;
  show('loading');
  fetchImage(address, leave.signal).then(
    (blob) => {
      if (leave.signal.aborted) return;
      src = URL.createObjectURL(blob);
      show({ src });
    },
    () => {
      if (!leave.signal.aborted) show('failed');
    },
  );
  return () => {
    leave.abort();
    if (src) URL.revokeObjectURL(src);
  };
}

/** The server requires this header, which image elements can't send. */
async function fetchImage(address: string, signal: AbortSignal): Promise<Blob> {
  const headers = { [remoteImageHeader.name]: remoteImageHeader.value };
  const response = await fetch(atBase(`/remote-image?url=${encodeURIComponent(address)}`), { headers, signal });
  if (!response.ok) throw new Error(`The server responded with ${response.status}`);
  return response.blob();
}
