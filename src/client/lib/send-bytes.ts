import { appWords as words } from '~/client/words/app';
import { recordOf } from '~/shared/is-record';

/** A presigned upload target. Uploads use XMLHttpRequest, because `fetch` does not report upload progress. */
export interface SignedTarget {
  method: 'PUT';
  url: string;
  /** Must be sent unchanged, because the signature covers them. */
  headers: Record<string, string>;
}

export interface SendOptions {
  signal?: AbortSignal | undefined;
  onProgress: (sentBytes: number) => void;
}

/** An upload without progress for this long counts as failed, even if the browser keeps the connection open. */
const stalledMs = 60_000;
/** Temporary errors: no connection, timeouts, rate limits, and server or gateway errors during a restart. */
const transientStatuses = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

export class SendFailed extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
  get isTransient(): boolean {
    return transientStatuses.has(this.status);
  }
}

export function sendBytes(target: SignedTarget, body: Blob, { signal, onProgress }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const resetWatchdog = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        fail(0);
        request.abort();
      }, stalledMs);
    };
    const giveUp = () => {
      end();
      request.abort();
      reject(signal?.reason);
    };
    const end = () => {
      clearTimeout(watchdog);
      signal?.removeEventListener('abort', giveUp);
    };
    const fail = (status: number) => {
      end();
      reject(new SendFailed(status, messageFor(status, request.responseText)));
    };
    request.open(target.method, target.url);
    for (const [name, value] of Object.entries(target.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      resetWatchdog();
      onProgress(event.loaded);
    };
    request.onerror = () => fail(0);
    request.onload = () => {
      // Objects are only ever stored completely, so a conflict means that an earlier attempt succeeded.
      if (request.status >= 300 && request.status !== 409) return fail(request.status);
      end();
      resolve();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    resetWatchdog();
    request.send(body);
  });
}

function messageFor(status: number, response: string): string {
  if (status === 0) return words.connectionLost;
  return serverMessage(response) ?? `The upload failed (${status}).`;
}

/** The `message` of our own file storage. Other services respond with XML, which is not for users. */
function serverMessage(response: string): string | undefined {
  try {
    const { message } = recordOf(JSON.parse(response));
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}
