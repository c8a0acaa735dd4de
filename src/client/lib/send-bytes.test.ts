import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SendFailed, sendBytes } from './send-bytes';

/** A fake XMLHttpRequest, controlled by the test. */
class FakeRequest {
  static last: FakeRequest;
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  isAborted = false;
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  constructor() {
    FakeRequest.last = this;
  }
  open() {}
  send() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  abort() {
    this.isAborted = true;
  }
  answer(status: number, text = '') {
    this.status = status;
    this.responseText = text;
    this.onload();
  }
}

const target = { method: 'PUT' as const, url: '/objects/a', headers: { 'Content-Type': 'application/pdf' } };

describe('sendBytes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const send = (signal?: AbortSignal) => {
    const sent: number[] = [];
    const result = sendBytes(target, new Blob(['abc']), { signal, onProgress: (bytes) => sent.push(bytes) });
    return { result, sent, request: FakeRequest.last };
  };

  it('sends the signed headers and reports progress', async () => {
    const { result, sent, request } = send();
    request.upload.onprogress?.({ loaded: 2 });
    request.answer(200);
    await result;
    expect([sent, request.headers]).toEqual([[2], target.headers]);
  });

  it('succeeds if an earlier attempt had already stored the file', async () => {
    const { result, request } = send();
    request.answer(409, '{"message":"This file has already been uploaded."}');
    await expect(result).resolves.toBeUndefined();
  });

  it('fails with the message of the file storage if it is for users', async () => {
    const own = send();
    own.request.answer(413, '{"message":"File is larger than 10 MB"}');
    await expect(own.result).rejects.toMatchObject({ message: 'File is larger than 10 MB', isTransient: false });
    const foreign = send();
    foreign.request.answer(403, '<Error><Code>AccessDenied</Code></Error>');
    await expect(foreign.result).rejects.toMatchObject({ message: 'The upload failed (403).', isTransient: false });
  });

  it('is retryable after a lost or stalled connection', async () => {
    const lost = send();
    lost.request.onerror();
    await expect(lost.result).rejects.toMatchObject({ message: 'The connection was lost.', isTransient: true });
    const silent = send();
    const outcome = expect(silent.result).rejects.toBeInstanceOf(SendFailed);
    await vi.advanceTimersByTimeAsync(60_000);
    await outcome;
    expect(silent.request.isAborted).toBe(true);
  });

  it('stops when aborted', async () => {
    const given = new AbortController();
    const { result, request } = send(given.signal);
    given.abort(new Error('paused'));
    await expect(result).rejects.toThrow('paused');
    expect(request.isAborted).toBe(true);
  });
});
