import { describe, expect, it } from 'vitest';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { frameFiles } from './file-frame';
import { fitPassages } from './passage-context';
import { tokensPerFrame } from './token-costs';

const passage = (documentId: string, text: string, page?: number, passageCount = 900) => ({
  source: `${documentId}.pdf`,
  documentId,
  text,
  collection: 'Filings',
  passageCount,
  rank: 1,
  ...(page !== undefined && { page }),
});

describe('passages of collections', () => {
  it('are grouped by document, with their pages', async () => {
    const { files } = await fitPassages([passage('a', 'One.', 3), passage('b', 'Two.'), passage('a', 'Three.')], 1000);
    expect(files).toEqual([
      { name: 'a.pdf', note: expect.any(String), passages: ['[page 3] One.', 'Three.'] },
      { name: 'b.pdf', note: expect.any(String), passages: ['Two.'] },
    ]);
  });

  it('say where they come from, and that the rest of the document is missing', async () => {
    const passages = [passage('a', 'One.', 3), passage('a', 'Two.'), passage('b', 'All.', undefined, 1)];
    const { files } = await fitPassages(passages, 1000);
    expect(files.map(({ note }) => note)).toEqual([
      'From the collection "Filings", not attached by the user. Excerpts only: 2 of 900 passages, those that match the question. What they do not say may stand in the rest.',
      'From the collection "Filings", not attached by the user.',
    ]);
    const framed = frameFiles(files);
    expect(framed).toContain('name="a.pdf"> (From the collection "Filings", not attached by the user. Excerpts only');
    expect(framed).not.toMatch(/user's files/);
  });

  it('are counted with their names and notes', async () => {
    const long = 'quarterly report of the subsidiary '.repeat(6);
    const passages = Array.from({ length: 5 }, (_, n) => ({ ...passage(`${n}`, 'Short.'), source: `${n} ${long}` }));
    const { files, tokens } = await fitPassages(passages, 600);
    const [counted = 0] = await countTokens([frameFiles(files)]);
    expect(files.length).toBeGreaterThan(1);
    expect(counted).toBeLessThanOrEqual(tokens + tokensPerFrame);
  });

  it('never exceed their room, and a long one does not displace a short one', async () => {
    const passages = [passage('a', 'word '.repeat(400)), passage('b', 'Short.')];
    const { givenPassages, tokens } = await fitPassages(passages, 200);
    expect(givenPassages.map(({ documentId }) => documentId)).toEqual(['b']);
    expect(tokens).toBeLessThanOrEqual(200);
    expect(await fitPassages(passages, 0)).toEqual({ files: [], givenPassages: [], tokens: 0 });
  });
});
