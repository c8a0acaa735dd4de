import { describe, expect, it } from 'vitest';
import { checkMedia } from './media-urls';

const inside = 'http://10.0.0.7:8000/v1';
const data = 'data:image/png;base64,AAAA';
const check = (part: unknown, baseUrl = inside) =>
  checkMedia(baseUrl, [{ role: 'user', content: [part] }], new AbortController().signal);

describe('an endpoint inside the network', () => {
  it.each([
    { type: 'image_url', image_url: { url: 'http://10.0.0.7:8080/admin/restart' } },
    { type: 'image_url', image_url: 'https://example.com/a.png' },
    { type: 'image_url', image_url: { url: 'file:///etc/passwd' } },
    { type: 'image_url', image_url: { url: '/etc/passwd' } },
    { image_url: { url: ' http://10.0.0.7/' } },
    { type: 'video_url', video_url: { url: 'http://10.0.0.7/' } },
    { type: 'audio_url', audio_url: { url: 'http://10.0.0.7/' } },
    { type: 'document_url', document_url: 'http://10.0.0.7/' },
    { type: 'file', file: { file_id: 'http://10.0.0.7/' } },
    { type: 'tool_result', content: [{ type: 'image_url', image_url: { url: 'http://10.0.0.7/' } }] },
  ])('gets no address to load: %j', async (part) => {
    await expect(check(part)).rejects.toMatchObject({ code: 'validation', field: 'messages' });
  });

  it.each([
    { type: 'image_url', image_url: { url: data } },
    { type: 'image_url', image_url: data },
    { type: 'file', file: { filename: 'a.pdf', file_data: data } },
    { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    { type: 'text', text: 'https://example.com/ is a page.' },
    'https://example.com/ is a page.',
  ])('gets data, and text with addresses: %j', async (part) => {
    await expect(check(part)).resolves.toBeUndefined();
  });

  it('is one whose name has no dot, and also another private one', async () => {
    const part = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
    for (const host of ['gpu', 'localhost', '[::1]', 'vllm.internal', '192.168.1.4'])
      await expect(check(part, `http://${host}:8000/v1`)).rejects.toMatchObject({ code: 'validation' });
  });
});

it('an endpoint on the internet loads addresses within its own network', async () => {
  const part = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  await expect(check(part, 'https://8.8.8.8/v1')).resolves.toBeUndefined();
});

it('a message that is only text is not searched for addresses', async () => {
  const messages = [{ role: 'user', content: 'https://example.com/a.png' }];
  await expect(checkMedia(inside, messages, new AbortController().signal)).resolves.toBeUndefined();
});
