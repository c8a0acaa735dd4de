import { describe, expect, it } from 'vitest';
import { fitPassages } from './passage-context';

const passage = (documentId: string, text: string, page?: number) => ({
  source: `${documentId}.pdf`,
  documentId,
  text,
  rank: 1,
  ...(page !== undefined && { page }),
});

describe('passages of collections', () => {
  it('are grouped by document, with their pages', async () => {
    const { files } = await fitPassages([passage('a', 'One.', 3), passage('b', 'Two.'), passage('a', 'Three.')], 1000);
    expect(files).toEqual([
      { name: 'a.pdf', passages: ['[page 3] One.', 'Three.'] },
      { name: 'b.pdf', passages: ['Two.'] },
    ]);
  });

  it('never exceed their room, and a long one does not displace a short one', async () => {
    const passages = [passage('a', 'word '.repeat(400)), passage('b', 'Short.')];
    const { given, tokens } = await fitPassages(passages, 200);
    expect(given.map(({ documentId }) => documentId)).toEqual(['b']);
    expect(tokens).toBeLessThanOrEqual(200);
    expect(await fitPassages(passages, 0)).toEqual({ files: [], given: [], tokens: 0 });
  });
});
