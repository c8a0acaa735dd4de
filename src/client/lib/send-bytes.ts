import { appWords as words } from '~/client/words/app';

/** Bytes to an address that was signed for them, with progress: `fetch` cannot tell how much has left. */
export interface SignedTarget {
  method: 'PUT';
  url: string;
  /** Sent exactly as they are; the signature covers them. */
  headers: Record<string, string>;
}

export interface SendOptions {
  signal?: AbortSignal | undefined;
  onProgress: (sentBytes: number) => void;
}

/** A connection that moves nothing for so long is dead, whatever the browser believes. */
const stalledMs = 60_000;
/** Timeout, too early, too many, and the gateway's words for a server that restarts. */
const passingStatuses = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

export class SendFailed extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
  get isPassing(): boolean {
    return passingStatuses.has(this.status);
  }
}

export function sendBytes(target: SignedTarget, body: Blob, { signal, onProgress }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const isAlive = () => {
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
      reject(new SendFailed(status, wordsFor(status, request.responseText)));
    };
    request.open(target.method, target.url);
    for (const [name, value] of Object.entries(target.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      isAlive();
      onProgress(event.loaded);
    };
    request.onerror = () => fail(0);
    request.onload = () => {
      // An object is written once and whole: that it exists means that an earlier try arrived after all.
      if (request.status >= 300 && request.status !== 409) return fail(request.status);
      end();
      resolve();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    isAlive();
    request.send(body);
  });
}

function wordsFor(status: number, answer: string): string {
  if (status === 0) return words.connectionLost;
  return ownWords(answer) ?? `The upload failed (${status}).`;
}

/** Our own store answers with `message`; others answer with XML that nobody should have to read. */
function ownWords(answer: string): string | undefined {
  try {
    const { message } = JSON.parse(answer) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}
