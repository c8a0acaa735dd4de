import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSealed, type TextKey } from './seal-value';
import { readableTexts, StoredTexts, TextUnreadable } from './stored-texts';

const newKey = (): TextKey => ({ id: randomUUID(), key: randomBytes(32) });

/** New texts use the newest key. */
function textsWith(keys: TextKey[], isOn = true): StoredTexts {
  const find = async (id: string) => {
    const found = keys.find((key) => key.id === id);
    if (!found) throw new Error(`no key ${id}`);
    return found.key;
  };
  return new StoredTexts({ current: async () => keys.at(-1) ?? newKey(), find }, isOn);
}

const keys = [newKey()];
const texts = textsWith(keys);
const id = randomUUID();

it.each(['Rates fell.', 'Zinsen 利率 📉 \uD83D', 'x'.repeat(200_000)])(
  'decrypts what it has encrypted',
  async (text) => {
    const stored = await texts.seal(id, text);
    expect(isSealed(stored)).toBe(true);
    expect(stored).not.toContain(text.slice(0, 8));
    expect(await texts.open(id, stored)).toBe(text.toWellFormed());
  },
);

it('keeps the whole of a rewritten text that is followed by a piece that it contains', async () => {
  const whole = await texts.seal(id, 'Rates fell by 2%.');
  const piece = await texts.seal(id, ' fell', 5);
  expect(await texts.open(id, whole + piece)).toBe('Rates fell by 2%.');
  expect(await texts.open(id, (await texts.seal(id, 'Rates')) + piece)).toBe('Rates fell');
});

it('stores the same text differently each time, and an empty one unchanged', async () => {
  expect(await texts.seal(id, 'Rates')).not.toBe(await texts.seal(id, 'Rates'));
  expect(await texts.seal(id, '')).toBe('');
});

it('reads texts from before it was switched on', async () => {
  expect(await texts.open(id, 'Readable')).toBe('Readable');
  expect(await texts.open(id, 'Of \uFDD0 old')).toBe('Of \uFDD0 old');
  const metadata = { citations: [], modelId: 'analyst' };
  expect(await texts.openMetadata(id, metadata)).toBe(metadata);
  expect(await texts.openMessages([{ id, content: 'Readable', metadata }])).toEqual([
    { id, content: 'Readable', metadata },
  ]);
});

it('still decrypts texts after it was switched off, and encrypts no more', async () => {
  const stored = await texts.seal(id, 'Rates');
  const off = textsWith(keys, false);
  expect(await off.open(id, stored)).toBe('Rates');
  expect(await off.seal(id, 'Later')).toBe('Later');
  expect(await off.sealMetadata(id, { error: { code: 'x' } })).toEqual({ error: { code: 'x' } });
});

it.each([true, false])('stores metadata without characters that PostgreSQL rejects, encrypted: %s', async (isOn) => {
  const its = textsWith(keys, isOn);
  const metadata = await its.sealMetadata(id, { model: 'a\u0000b', citations: [{ title: 'Half \ud83d' }] });
  expect(await its.openMetadata(id, metadata)).toEqual({ model: 'a\ufffdb', citations: [{ title: 'Half \ufffd' }] });
});

it('does not take external text for an encrypted one', async () => {
  const stolen = await texts.seal(id, 'Secret');
  const off = textsWith(keys, false);
  const pasted = await off.seal(randomUUID(), stolen);
  expect(isSealed(pasted)).toBe(false);
  expect(await off.open(id, pasted)).toBe(pasted);
  expect(pasted).toHaveLength(stolen.length);
});

it('decrypts a text only in its own row and field', async () => {
  const stored = await texts.seal(id, 'Rates');
  await expect(texts.open(randomUUID(), stored)).rejects.toThrow(TextUnreadable);
  await expect(texts.openSummary(id, stored)).rejects.toThrow(TextUnreadable);
  const metadata = await texts.sealMetadata(id, { citations: [{ title: 'A' }], memory: [] });
  const swapped = { citations: metadata.memory, memory: metadata.citations };
  await expect(texts.openMetadata(id, swapped)).rejects.toThrow(TextUnreadable);
});

it('decrypts no text that was changed, at any character', async () => {
  const stored = await texts.seal(id, 'Rates fell.');
  for (let at = 0; at < stored.length - 1; at++) {
    const changed = `${stored.slice(0, at)}${stored[at] === 'A' ? 'B' : 'A'}${stored.slice(at + 1)}`;
    // Without its first mark it counts as plaintext and is returned as stored.
    const opened = texts.open(id, changed);
    if (!isSealed(changed)) expect(await opened).toBe(changed);
    else await expect(opened, `character ${at}`).rejects.toThrow();
  }
});

it('decrypts nothing with another key, and reports it', async () => {
  const stored = await texts.seal(id, 'Rates');
  const [{ id: keyId }] = keys as [TextKey];
  await expect(textsWith([{ id: keyId, key: randomBytes(32) }]).open(id, stored)).rejects.toThrow(TextUnreadable);
  await expect(readableTexts().open(id, stored)).rejects.toThrow('Texts are encrypted with a key that is missing.');
});

it('decrypts texts of earlier keys', async () => {
  const stored = await texts.seal(id, 'Rates');
  const later = textsWith([...keys, newKey()]);
  expect(await later.open(id, stored)).toBe('Rates');
  const [piece] = (await later.seal(id, 'Rates')).slice(3, 20);
  expect(piece).toBeDefined();
});

it('joins pieces like plaintext', async () => {
  const [first, second, third] = await Promise.all([
    texts.seal(id, 'Rates '),
    texts.seal(id, 'fell', 6),
    texts.seal(id, ' again.', 10),
  ]);
  expect(await texts.open(id, first + second + third)).toBe('Rates fell again.');
  expect(await texts.open(id, second.length > 0 ? `Rates ${second}` : '')).toBe('Rates fell');
  // A whole text that was stored while its pieces still existed.
  const whole = await texts.seal(id, 'Rates fell');
  expect(await texts.open(id, whole + second + third)).toBe('Rates fell again.');
  await expect(texts.open(id, first + third)).rejects.toThrow(TextUnreadable);
});

it('encrypts each metadata entry that quotes the text, and leaves the others to SQL', async () => {
  const metadata = {
    processing: false,
    status: 'complete',
    modelId: 'analyst',
    usage: { inputTokens: 1, outputTokens: 2 },
    citations: [{ title: 'Rates', quote: 'fell' }],
    activities: [{ kind: 'tool', label: 'Rates', state: 'done' }],
    reasoning: { text: 'Rates?', milliseconds: 3 },
    suggestedQuestions: ['Rates?'],
    memory: undefined,
  };
  const stored = JSON.parse(JSON.stringify(await texts.sealMetadata(id, metadata)));
  const { citations: _c, activities: _a, reasoning: _r, suggestedQuestions: _s, ...others } = stored;
  expect(JSON.stringify(stored)).not.toContain('Rates');
  expect(others).toEqual({
    processing: false,
    status: 'complete',
    modelId: 'analyst',
    usage: { inputTokens: 1, outputTokens: 2 },
  });
  expect(await texts.openMetadata(id, stored)).toEqual(JSON.parse(JSON.stringify(metadata)));
  expect(await texts.openCitations(id, stored.citations)).toEqual(metadata.citations);
  expect(await texts.openCitations(id, null)).toEqual([]);
});

it('encrypts JSON as one text', async () => {
  const stored = await texts.sealJson(id, 'paper', { title: 'Rates' });
  expect(stored).toSatisfy(isSealed);
  expect(await texts.openJson(id, 'paper', stored)).toEqual({ title: 'Rates' });
  await expect(texts.openJson(id, 'messages', stored)).rejects.toThrow(TextUnreadable);
});
