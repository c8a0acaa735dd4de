import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createZipStream } from '~/server/lib/zip-stream';
import { verifierPageScripts } from '~/server/testing/clients/verifier-page';

const { sha256Of, wordsFor, filesIn } = verifierPageScripts();

async function zipOf(files: Record<string, string>): Promise<Uint8Array> {
  const zip = createZipStream(new AbortController().signal);
  const parts: Buffer[] = [];
  zip.output.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => zip.output.once('end', resolve));
  for (const [name, text] of Object.entries(files))
    await zip.add(name, [text], name.endsWith('.json') ? { compress: false } : {});
  zip.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

describe('the page that verifies a track record from a file on disk', () => {
  it('has its own SHA-256, which is correct for texts of every length', () => {
    for (let length = 0; length < 300; length++) {
      const text = 'é€x'.repeat(length).slice(0, length);
      expect(sha256Of(text), `${length}`).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }
  });

  it('reads the files it needs from the ZIP file of the audit pack', async () => {
    const texts = {
      'ledger.csv': 'seq,at\n'.repeat(2000),
      'prices.json': '[]',
      'timestamps/1.tsr': 'x',
      'README.txt': '',
    };
    const files = await filesIn(await zipOf(texts));
    expect([...files.keys()]).toEqual(['ledger.csv', 'prices.json']);
    expect(new TextDecoder().decode(files.get('ledger.csv'))).toBe(texts['ledger.csv']);
    expect(new TextDecoder().decode(files.get('prices.json'))).toBe('[]');
    await expect(filesIn(new Uint8Array(100))).rejects.toThrow('This is not a ZIP file.');
  });

  it('passes files to the script in the right order, whatever their order and names are', () => {
    const hash = 'A'.repeat(64);
    expect([...(wordsFor(['timestamps.json', 'prices (1).json', '7.tsr', 'ledger (2).csv'], hash) ?? [])]).toEqual([
      'ledger (2).csv',
      'prices (1).json',
      'timestamps.json',
      'a'.repeat(64),
      '7.tsr',
    ]);
    expect([...(wordsFor(['ledger.csv', 'timestamps.json']) ?? [])]).toEqual([
      'ledger.csv',
      'no prices',
      'timestamps.json',
    ]);
    expect(wordsFor(['prices.json'])).toBeNull();
  });

  it('forbids all network requests', () => {
    const page = readFileSync('public/track-record/verify.html', 'utf8');
    expect(page).toContain(`content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/(?:src|href)=/);
  });
});
