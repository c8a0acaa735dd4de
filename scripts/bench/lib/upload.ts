/** Uploads a file as the chat does: gets a link, sends the bytes, confirms. Resolves with the file's id. */
export async function uploadFile(url: string, cookie: string, bytes: Buffer, name: string): Promise<string> {
  async function call(procedure: string, input: unknown): Promise<Record<string, string>> {
    const response = await fetch(`${url}/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: input }),
    });
    const body = (await response.json()) as { result?: { data: { json: Record<string, string> } }; error?: unknown };
    if (!body.result) throw new Error(`${procedure}: ${JSON.stringify(body.error)}`);
    return body.result.data.json;
  }
  const { uploadURL = '' } = await call('uploads.create', { size: bytes.length });
  const { status } = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) });
  if (status !== 200) throw new Error(`The upload failed: ${status}.`);
  return (await call('uploads.claim', { fileURL: uploadURL, name })).id ?? '';
}
