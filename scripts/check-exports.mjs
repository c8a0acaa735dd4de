/**
 * Part of npm run check: finds exports that no other file imports. Types that an imported declaration of the same file
 * contains are allowed, because its callers receive values of these types.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = path.resolve(import.meta.dirname, '..');
const generated = ['src/server/db/generated/', 'src/client/app/route-tree.gen.ts'];
/** The build loads these files by their paths. */
const loadedByBuild = [
  'src/client/lib/no-markdown-output.ts',
  'src/client/lib/svg-properties.ts',
  'src/client/site/render-pages.tsx',
];

const parsed = (name, source) => ({
  name,
  source,
  result: parseSync(name, source, { lang: name.endsWith('x') ? 'tsx' : 'ts' }),
});

/** The file that an import refers to; undefined for packages. */
function fileOf(from, request, names) {
  const { posix } = path;
  const target = request.startsWith('~/') ? `src/${request.slice(2)}` : posix.join(posix.dirname(from), request);
  return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((name) => names.has(name));
}

/** What a file imports from others, as pairs of request and name. '*' means all names. */
function* importsOf({ source, result: { module } }) {
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName } of entries)
      yield [moduleRequest.value, importName.kind === 'Default' ? 'default' : (importName.name ?? '*')];
  for (const { moduleRequest, importName } of module.staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest) yield [moduleRequest.value, importName.name ?? '*'];
  // Dynamic imports, and types of modules.
  for (const [, request] of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) yield [request, '*'];
}

function declarationsOf({ source, result }) {
  return result.program.body
    .filter(({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration)
    .flatMap(({ declaration, start, end }) => {
      const isType = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].includes(declaration.type);
      const ids = declaration.declarations?.map(({ id }) => id) ?? [declaration.id];
      return ids
        .filter((id) => id.type === 'Identifier')
        .map(({ name }) => ({
          name,
          isType,
          text: source.slice(start, end),
          line: source.slice(0, start).split('\n').length,
        }));
    });
}

/** Adds the types that the declarations contain, and those within these types. */
function withTheirTypes(declared, imported) {
  const more = declared.filter(
    ({ name, isType }) =>
      isType &&
      imported.every((one) => one.name !== name) &&
      imported.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  return more.length === 0 ? imported : withTheirTypes(declared, [...imported, ...more]);
}

/** Exports that no other file imports, one line each. `sources` are texts by file name. */
export function unusedExports(sources) {
  const files = [...sources].map(([name, source]) => parsed(name, source));
  const used = new Map([...sources.keys()].map((name) => [name, new Set()]));
  for (const file of files)
    for (const [request, name] of importsOf(file)) used.get(fileOf(file.name, request, used))?.add(name);
  return files.flatMap((file) => {
    const names = used.get(file.name);
    const exported = file.result.module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName }) => exportName.name),
    );
    // Reading the syntax tree is slow, and most files need not be read.
    if (names.has('*') || exported.every((name) => !name || names.has(name))) return [];
    const declared = declarationsOf(file);
    const imported = withTheirTypes(
      declared,
      declared.filter(({ name }) => names.has(name)),
    );
    return declared.filter((one) => !imported.includes(one)).map(({ name, line }) => `${file.name}:${line} ${name}`);
  });
}

const filesIn = (folder, recursive) =>
  readdirSync(path.join(root, folder), { recursive }).map((name) =>
    path.posix.join(folder, name.replaceAll(path.sep, '/')),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = [
    ...['src', 'scripts', 'e2e'].flatMap((folder) => filesIn(folder, true)),
    ...filesIn('.', false),
  ].filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.d.mts'));
  const unused = unusedExports(new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')])));
  const faults = unused.filter((fault) => ![...generated, ...loadedByBuild].some((part) => fault.startsWith(part)));
  for (const fault of faults) process.stderr.write(`${fault} is exported, but no other file imports it.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
