/** Checks that the commands, options, links and values that the documentation names exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const pagesIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []));
const pages = [...pagesIn('docs'), ...pagesIn('docs/security'), 'README.md', 'CONTRIBUTING.md'];

/** The options in the source file of an operator command. */
function optionsOf(command: string): string[] {
  const [, action] = /operator\.mjs ([\w-]+)$/.exec(scripts[command] ?? '') ?? [];
  if (!action) return [];
  const source = readFileSync(`scripts/${action}.ts`, 'utf8');
  return ['help', ...[...source.matchAll(/^ +'?([a-z][\w-]*)'?: \{/gm)].map(([, name]) => name ?? '')];
}

/** The anchors of a page's headings. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('only names commands and options that exist', () => {
    const wrong: string[] = [];
    for (const [match, command = '', rest = ''] of text.matchAll(/npm run ([a-z][\w:-]*)([^`\n|]*)/g)) {
      if (!(command in scripts)) wrong.push(match);
      const known = optionsOf(command);
      const options = [...rest.matchAll(/ --([a-z][\w-]*)/g)].map(([, option]) => option ?? '');
      if (known.length > 0 && options.some((option) => !known.includes(option))) wrong.push(match);
    }
    expect(wrong).toEqual([]);
  });

  it('only links to pages and headings that exist', () => {
    const dead: string[] = [];
    for (const [link, target = '', anchor] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const file = target === '' ? page : path.join(path.dirname(page), target);
      const isThere = existsSync(file);
      if (!isThere || (anchor && file.endsWith('.md') && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor)))
        dead.push(link);
    }
    expect(dead).toEqual([]);
  });
});

it('scaling.md has the values of both runs in benchmarks.md', () => {
  const [benchmarks, scaling] = ['docs/benchmarks.md', 'docs/scaling.md'].map((page) => readFileSync(page, 'utf8'));
  const measured = [...(benchmarks ?? '').matchAll(/^\| `WEB_CONCURRENCY=(\d)`(?:, Redis)? \| \d+ \| (\d+) µs \|$/gm)];
  expect(measured).toHaveLength(12);
  for (const [, processes, tokenMicroseconds] of measured) {
    const answer = `${((Number(tokenMicroseconds) * 200) / 1000).toFixed(1)} ms`;
    expect(scaling).toMatch(new RegExp(`^\\| ${processes} \\|.* ${answer}`, 'm'));
  }
});

it('detects a missing command, option and heading', () => {
  expect(pages.length).toBeGreaterThan(15);
  expect(optionsOf('messages:encrypt')).toEqual(expect.arrayContaining(['help', 'decrypt']));
  expect(optionsOf('backup')).not.toContain('surprise');
  expect(anchorsOf('## The secret of `x`, again')).toEqual(['the-secret-of-x-again']);
});
