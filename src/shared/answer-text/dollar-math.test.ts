import { describe, expect, it } from 'vitest';
import { dollarMath } from './dollar-math';

describe('a formula', () => {
  it.each([
    ['$x$', '$x$'],
    ['so $E = mc^2$, as known', 'so $E = mc^2$, as known'],
    ['\\(a_1 + b\\)', '$a_1 + b$'],
    ['\\[\n\\frac{1}{2}\n\\]', '$$\n\\frac{1}{2}\n$$'],
    ['\\[ x = 1 \\]', '$$\nx = 1\n$$'],
    ['$$x^2$$', '$$\nx^2\n$$'],
    ['it is $$x^2$$ here', 'it is $$x^2$$ here'],
    ['$5x = 10$', '$5x = 10$'],
    ['$5 + x^2$', '$5 + x^2$'],
    ['$5 + x$ or $12n$ or $2(a + b)$', '$5 + x$ or $12n$ or $2(a + b)$'],
    ['$2 \\cdot \\text{price of both}$', '$2 \\cdot \\text{price of both}$'],
    ['$2 sin(x)^2$', '$2 sin(x)^2$'],
    ['from $5 to $10, so $x^2$', 'from \\$5 to \\$10, so $x^2$'],
    ['\\(n\\)', '$n$'],
    ['costs $5, where $x > 2$', 'costs \\$5, where $x > 2$'],
    ['$\\alpha$ and `$code$`', '$\\alpha$ and `$code$`'],
    ['$x$ at https://example.org/?a=$b', '$x$ at https://example.org/?a=$b'],
    ['$x$ [here](https://example.org/$b)', '$x$ [here](https://example.org/$b)'],
    ['$x = [350](#figure-0)$', '$x = 350$'],
  ])('%j becomes %j', (text, expected) => {
    expect(dollarMath(text)).toBe(expected);
  });

  it('can be replaced by a placeholder', () => {
    expect(dollarMath('from $5, so $x^2$ and:\n\n\\[\nx = 1\n\\]', '…')).toBe('from \\$5, so … and:\n\n…');
  });
});

describe('no formula', () => {
  it.each([
    'It rose from $5 to $10.',
    '$5 and $10',
    'US$5-US$10',
    '$1.2bn/$3.4bn',
    'between $5M–$10M (vs. $3M)',
    'A$ or C$',
    '$5, or for me 3$ less',
    '$5 or 3$',
    '$5M to 7M$, then',
    '$5-7$',
    'net_income of $5 and net_income of A$',
    'about $5 (roughly 10^2$)',
    'above $5 > last year, below 3$',
    '\\[1\\] and \\[2\\]',
    'see \\(the appendix below\\)',
    '`\\(x\\)` and `$y$`',
    '```\n$x$\n```',
    '```bash\nsed -E "s/\\(a_b\\)/\\1/" f',
    '- ~~~sh\n  echo `$a` $x$\n\n  echo $y$',
    '> ```\n> $x$ ``',
    '\\$x$',
    '$x\n\ny$',
    '$$',
    '$$$$',
    '\\(',
    'no sign at all',
  ])('%j stays as it is', (text) => {
    expect(dollarMath(text)).toBeNull();
  });
});

// A quadratic scan would exceed the test timeout.
it.each(['$', '\\(', '\\[', '$$', '`', '$a ', '](', '~~~'])('finds no formula in a long run of %j', (piece) => {
  expect(dollarMath(piece.repeat(20_000))).toBeNull();
});
