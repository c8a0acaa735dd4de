import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variablesIn, withValues } from './prompt-variables';

describe('variables of a prompt', () => {
  it.each([
    ['Compare {{a}} and {{b}}.', ['a=', 'b=']],
    ['{{ company }} in {{year=2026}}, {{company=Tesla}} again, {{year=2025}}', ['company=Tesla', 'year=2026']],
    ['{{a b}} {{größe = 1 m}} {{会社}}', ['a b=', 'größe=1 m', '会社=']],
    ['{{}} {{ }} {{=x}} {a} {{{b}}} {{c\nd}}', ['b=']],
    ['{{a=1=2}} {{b=}}', ['a=1=2', 'b=']],
    ['No variables', []],
  ])('%j', (text, expected) => {
    expect(variablesIn(text).map((variable) => `${variable.name}=${variable.default}`)).toEqual(expected);
  });

  it('are replaced by values, in which variables are not replaced again', () => {
    const values = new Map([
      ['a', '{{b}} $& $1'],
      ['b', 'B'],
    ]);
    expect(withValues('{{a}} {{ b }} {{b=x}} {{c}}', values)).toBe('{{b}} $& $1 B B {{c}}');
  });

  it('are all replaced', () => {
    const part = fc.constantFrom('{{', '}}', '{', '}', '=', 'name', ' ', '\n', 'text');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        const values = new Map(variablesIn(text).map(({ name }) => [name, 'value']));
        const filled = withValues(text, values);
        if (values.size === 0) expect(filled).toBe(text);
        else expect(filled).toContain('value');
      }),
    );
  });
});
