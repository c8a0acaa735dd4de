/**
 * Part of npm run check: fails for source files and functions that are too long. Excludes tests and generated code. A
 * function is measured from its first line to its closing brace, including functions inside it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = path.resolve(import.meta.dirname, '..');
const generated = ['src/server/db/generated/', 'src/client/app/route-tree.gen.ts'];
/** Test support code: only file sizes are checked, because a group of tests is one function. */
const testCode = /\/testing\/|\/contract-\w+\.ts$/;

/** Only a few functions may be longer than a screen. */
export const limits = { fileLines: 300, functionLines: 100, longFunctionLines: 60, longFunctions: 15 };

const isNode = (value) => value !== null && typeof value === 'object' && typeof value.type === 'string';
const isFunction = ({ type, body }) =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type) && body != null;

const nameOf = (node, parent) => node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'a function';

/** The outermost functions of a syntax tree, with their parent nodes for their names. */
function* outermostFunctions(node, parent) {
  if (isFunction(node)) {
    yield { name: nameOf(node, parent), node };
    return;
  }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* outermostFunctions(child, node);
}

const lineCount = (text) => text.split('\n').length;

/** The number of lines of a source file and of its functions. */
export function sizesOf(file, source) {
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const functions = (testCode.test(file) ? [] : [...outermostFunctions(program)]).map(({ name, node }) => ({
    name,
    file,
    line: lineCount(source.slice(0, node.start)),
    lines: lineCount(source.slice(node.start, node.end)),
  }));
  return { file, lines: lineCount(source.trimEnd()), functions };
}

const describe = ({ file, line, name, lines }) => `${file}:${line} ${name} has ${lines} lines`;

/** The violations, one line each. */
export function faultsOfSizes(sizes) {
  const long = sizes
    .flatMap(({ functions }) => functions)
    .filter(({ lines }) => lines > limits.longFunctionLines)
    .sort((a, b) => b.lines - a.lines);
  return [
    ...sizes
      .filter(({ lines }) => lines > limits.fileLines)
      .map(({ file, lines }) => `${file} has ${lines} lines, at most ${limits.fileLines} are allowed`),
    ...long
      .filter(({ lines }) => lines > limits.functionLines)
      .map((found) => `${describe(found)}, at most ${limits.functionLines} are allowed`),
    ...(long.length > limits.longFunctions
      ? [
          `${long.length} functions have more than ${limits.longFunctionLines} lines, at most ${limits.longFunctions} may:`,
          ...long.map((found) => `  ${describe(found)}`),
        ]
      : []),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = readdirSync(path.join(root, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\./.test(name))
    .filter((name) => !generated.some((part) => name.startsWith(part)));
  const faults = faultsOfSizes(files.map((name) => sizesOf(name, readFileSync(path.join(root, name), 'utf8'))));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
