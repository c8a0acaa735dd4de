import { describe, expect, it } from 'vitest';
import { faultsOfSizes, limits, sizesOf } from './check-sizes.mjs';

const functionOf = (lines: number, name = 'grow') => `function ${name}() {\n${'  go();\n'.repeat(lines - 2)}}\n`;
const faults = (source: string, file = 'src/a.ts') => faultsOfSizes([sizesOf(file, source)]);

describe('check-sizes', () => {
  it('measures a function including inner ones, from its first line to its brace', () => {
    const source = 'const a = 1;\nexport const grow = memo(() => {\n  const inner = () => {\n    go();\n  };\n});\n';
    expect(sizesOf('src/a.tsx', source)).toEqual({
      file: 'src/a.tsx',
      lines: 6,
      functions: [{ name: 'a function', file: 'src/a.tsx', line: 2, lines: 5 }],
    });
  });

  it('measures the methods of a class separately', () => {
    const { functions } = sizesOf('src/a.ts', 'class A {\n  b() {\n    go();\n  }\n  c() {}\n}\n');
    expect(functions.map(({ name, lines }) => [name, lines])).toEqual([
      ['b', 3],
      ['c', 1],
    ]);
  });

  it('finds a function that is too long, except in test code', () => {
    expect(faults(functionOf(limits.functionLines))).toEqual([]);
    expect(faults(functionOf(limits.functionLines + 1))).toEqual([
      'src/a.ts:1 grow has 101 lines, at most 100 are allowed',
    ]);
    expect(faults(functionOf(limits.functionLines + 1), 'src/server/testing/a.ts')).toEqual([]);
  });

  it('finds a file that is too long', () => {
    expect(faults('go();\n'.repeat(limits.fileLines))).toEqual([]);
    expect(faults('go();\n'.repeat(limits.fileLines + 1))).toEqual(['src/a.ts has 301 lines, at most 300 are allowed']);
  });

  it('finds more long functions than are allowed', () => {
    const long = sizesOf('src/a.ts', functionOf(limits.longFunctionLines + 1));
    const [found] = long.functions;
    if (!found) throw new Error('the function was not found');
    const many = (count: number) => [{ ...long, functions: Array.from({ length: count }, () => found) }];
    expect(faultsOfSizes(many(limits.longFunctions))).toEqual([]);
    expect(faultsOfSizes(many(limits.longFunctions + 1))[0]).toContain('functions have more than 60 lines');
  });
});
