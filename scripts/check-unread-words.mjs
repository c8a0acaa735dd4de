/**
 * Part of npm run check: finds texts in client/words that only tests read. Where code reads an object as a whole, such
 * as by a computed key, all of its texts count as read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = path.resolve(import.meta.dirname, '..');

const parsed = (name, source) => parseSync(name, source, { lang: name.endsWith('x') ? 'tsx' : 'ts' });

const withoutTypes = (node) => (/^TS(As|Satisfies)Expression$/.test(node?.type) ? withoutTypes(node.expression) : node);

/** The texts in an object literal by their paths, such as `facts.file`. */
function textsOf({ properties }, parent) {
  return properties.flatMap(({ key, computed, value, start }) => {
    if (!key || computed) return [];
    const at = `${parent}.${key.name ?? key.value}`;
    const object = withoutTypes(value);
    return object.type === 'ObjectExpression' ? textsOf(object, at) : [{ at, start }];
  });
}

function exportedTexts(name, source) {
  return parsed(name, source)
    .program.body.filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration }) => declaration?.declarations ?? [])
    .flatMap(({ id, init }) => {
      const object = withoutTypes(init);
      return object?.type === 'ObjectExpression' ? textsOf(object, id.name) : [];
    });
}

/** What a file reads of the objects it imports, such as `investWords.facts.file`. */
function readsOf(name, source) {
  const { comments, module } = parsed(name, source);
  let code = source;
  for (const { start, end } of [...comments, ...module.staticImports])
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  return module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value.includes('/words/') || moduleRequest.value.startsWith('./'))
    .flatMap(({ entries }) => entries)
    .flatMap(({ importName, localName }) =>
      [
        ...code.matchAll(
          new RegExp(`(?<!\\w|(?<!\\.\\.)\\.|typeof )${localName.value}\\b(?!:)((?:\\??\\.\\w+)*)`, 'g'),
        ),
      ].map(([, members]) => `${importName.name}${members.replaceAll('?', '')}`),
    );
}

/** Texts that no file outside of tests reads, one line each. `sources` are texts by file name. */
export function unreadWords(sources) {
  const read = new Set([...sources].flatMap(([name, source]) => readsOf(name, source)));
  const isRead = (text) => [...read].some((at) => `${text}.`.startsWith(`${at}.`) || at.startsWith(`${text}.`));
  return [...sources]
    .filter(([name]) => name.startsWith('src/client/words/'))
    .flatMap(([name, source]) =>
      exportedTexts(name, source)
        .filter(({ at }) => !isRead(at))
        .map(({ at, start }) => `${name}:${source.slice(0, start).split('\n').length} ${at}`),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = readdirSync(path.join(root, 'src/client'), { recursive: true })
    .map((name) => `src/client/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing\/|route-tree/.test(name));
  const unread = unreadWords(new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')])));
  for (const word of unread) process.stderr.write(`${word} is not read by any page.\n`);
  process.exitCode = unread.length === 0 ? 0 : 1;
}
