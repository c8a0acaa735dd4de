import { describe, expect, it, vi } from 'vitest';
import { countTokens, maxTokens } from './count-tokens';

describe('counting tokens', () => {
  it('matches the vocabulary, for several texts at once', async () => {
    expect(await countTokens(['', 'hello world', 'The policy rate rose by 25 basis points.'])).toEqual([0, 2, 10]);
  });

  it('treats special tokens as text', async () => {
    const [count] = await countTokens(['<|endoftext|>']);
    expect(count).toBeGreaterThan(1);
  });

  it('stays within ten percent for a text that is counted in parts', async () => {
    const { countTokens: whole } = await import('gpt-tokenizer/encoding/o200k_base');
    const sentence = 'Revenue rose 12.4% to EUR 3,481 million; the margin fell. Zinsen und Wachstum blieben stabil. ';
    const text = sentence.repeat(400);
    const [count] = await countTokens([text]);
    expect(Math.abs((count ?? 0) / whole(text) - 1)).toBeLessThan(0.1);
  });

  it('counts long texts without any white space', async () => {
    const [letters, han] = await countTokens(['a'.repeat(500_000), '央行上调利率'.repeat(30_000)]);
    expect(letters).toBeGreaterThan(10_000);
    expect(han).toBeGreaterThan(30_000);
  });

  it('never returns more tokens than bytes', async () => {
    const texts = ['\u0000\u0001\u0002', '𒀀𒁀𒂀', 'ﷺ'.repeat(50), '🏳️‍🌈🏴‍☠️', 'x9#@!$%^&*()_+', '\n\t \r\n'];
    const counts = await countTokens(texts);
    counts.forEach((count, index) => {
      expect(count).toBeLessThanOrEqual(maxTokens(texts[index] ?? ''));
    });
  });
});

it('counts in another thread while the idle one is ending', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await countTokens(['one']);
    vi.advanceTimersByTime(120_000);
    expect(await countTokens(['two'])).toEqual([1]);
  } finally {
    vi.useRealTimers();
  }
});
