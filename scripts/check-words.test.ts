import { describe, expect, it } from 'vitest';
import { faultsOfCode, faultsOfComments, faultsOfProse } from './check-words.mjs';

describe('check-words', () => {
  it('finds a banned word in strings and templates, and ignores comments', () => {
    const source = "// told\nconst a = 'Look at the log.';\nconst b = `The mend`;\n";
    expect(faultsOfCode('a.ts', source)).toEqual([
      'a.ts:2 "Look at" in: Look at the log.',
      'a.ts:3 "mend" in: The mend',
    ]);
  });

  it('distinguishes "there is no" and "is no longer" from "is no file"', () => {
    const source = "const a = ['There is no file.', 'It is no longer there.', 'This is no file.'];\n";
    expect(faultsOfCode('a.ts', source)).toEqual(['a.ts:1 "is no" in: This is no file.']);
  });

  it('distinguishes the value of a setting from a sentence about nobody', () => {
    const source = "const a = ['REQUIRE_SECOND_FACTOR=nobody is set', 'nobody', 'Nobody traded these results.'];\n";
    expect(faultsOfCode('a.ts', source)).toEqual(['a.ts:1 "Nobody" in: Nobody traded these results.']);
  });

  it('ignores SQL, but no other tagged templates', () => {
    const source = 'const a = db.sql`WITH noted AS (SELECT 1) SELECT * FROM noted`;\nconst b = tag`Was noted`;\n';
    expect(faultsOfCode('a.ts', source)).toEqual(['a.ts:2 "noted" in: Was noted']);
  });

  it('are more on pages', () => {
    const source = "const words = { a: 'It was refused' };";
    expect(faultsOfCode('src/server/a.ts', source)).toEqual([]);
    expect(faultsOfCode('src/client/words/a.ts', source)).toEqual([
      'src/client/words/a.ts:1 "refused" in: It was refused',
    ]);
  });

  it('finds a banned word in comments, and ignores quoted words and common phrases', () => {
    const source = '/**\n * The server is\n * told.\n */\n// "told", told apart, `told`\nconst a = 1; // meanwhile\n';
    expect(faultsOfComments('a.ts', source)).toEqual([
      'a.ts:1 "told" in: * The server is told.',
      'a.ts:6 "meanwhile" in: meanwhile',
    ]);
  });

  it('finds a banned word in prose, and ignores code', () => {
    expect(faultsOfProse('a.md', 'Never write `mend`.\n```\nmend\n```\nYour mailbox is full.\n')).toEqual([
      'a.md:5 "mailbox" in: Your mailbox is full.',
    ]);
  });
});
