import { describe, expect, it } from 'vitest';
import { describeText } from './describe-text';

const report = `# Annual report

The harbor earned 40 million crowns. Weather was fine. The harbor of Ruritania has two cranes, and each crane of
the harbor loads 80 containers a day. A third crane is planned.`;

describe('the description of a text', () => {
  it('has its most frequent meaningful words, and its most important sentences in order', () => {
    const { keywords, summary } = describeText(report);
    expect(keywords.slice(0, 2)).toEqual(['harbor', 'crane']);
    expect(keywords).not.toContain('the');
    expect(summary).toMatch(/^The harbor earned 40 million crowns\. The harbor of Ruritania/);
  });

  it('leaves out stop words of other languages and supports scripts without spaces', () => {
    expect(describeText('Der Hafen und der Kran sind für die Schiffe da.').keywords).toEqual([
      'hafen',
      'kran',
      'schiffe',
    ]);
    expect(describeText('中央银行提高了利率。利率上升。').summary).toContain('利率');
  });

  it('is empty for a text without words, and short for a long sentence', () => {
    expect(describeText('--- *** 1,234 ---')).toMatchObject({ keywords: [] });
    const { summary } = describeText(`${'interest rates '.repeat(100)}.`);
    expect(summary.length).toBeLessThanOrEqual(303);
    expect(summary).toMatch(/\.\.\.$/);
  });
});
