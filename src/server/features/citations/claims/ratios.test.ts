/** Ratios such as "10 to 1", which are no ranges. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

describe('a ratio', () => {
  const forms = ['10-for-1', '10 to 1', '10:1', '10-to-1', '10 for 1'];

  it.each(forms.flatMap((claimed) => forms.map((stated) => [claimed, stated])))('of %s is %s', (claimed, stated) => {
    const source = `The board approved a ${stated} stock split in May.`;
    expect(checkClaim(`The board approved a ${claimed} stock split.`, source).verdict).toMatch(/^(?:quote|figures)$/);
  });

  it.each(forms)('of %s is neither turned around nor another', (stated) => {
    const source = `The board approved a ${stated} stock split in May.`;
    for (const claimed of ['1-for-10', '1:10', '1 to 10', '20-for-1', '20 to 1'])
      expect(['partial', 'absent']).toContain(
        checkClaim(`The board approved a ${claimed} stock split.`, source).verdict,
      );
  });

  it('is unlike a range and a change', () => {
    expect(checkClaim('It will close 10 stores.', 'It will close 5 to 10 stores.').verdict).not.toBe('figures');
    expect(checkClaim('The rate rose from 1 to 10.', 'The rate fell from 10 to 1.').verdict).not.toBe('figures');
    expect(checkClaim('The 10-K names 5 plants.', 'In the 10-K it names 5 plants.').verdict).toBe('figures');
  });
});
