/**
 * Part of npm run check: finds words that CONTRIBUTING.md rules out, in the strings of the pages' texts, the server and
 * the operator commands, in comments, and in the prose of the files below and of docs. Strings of tests are not
 * checked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = path.resolve(import.meta.dirname, '..');
const codeFolders = ['src/client/words', 'src/server', 'src/shared', 'scripts'];
/** Strings that users don't read, or that are data. */
const unreadTexts = [
  'src/server/db/generated/',
  'src/server/testing/',
  // Words that the checks of figures and citations search for in answers.
  'src/server/features/citations/claims/',
  'src/server/features/citations/negations.ts',
  'src/server/features/figures/lock/',
  'src/server/features/research/schedules/terms.ts',
  // Instructions for AI models.
  'src/server/features/figures/book-tools.ts',
  'src/server/features/figures/correction-request.ts',
  'src/server/features/web/web-tools.ts',
  // An export of another product.
  'src/server/features/imports/export-examples.ts',
];
const proseFiles = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example', '.ci/run'];

const banned =
  /\b(mend(s|ed|ing)?|reckon\w*|anew|furnish\w*|dear|told|tells|stands|alike|whoever|somebody|(?<!=)nobody|the own|by itself|meanwhile|noted|mailbox|e-mail|pictures?|look at|once more|in words|(?<!\bthere )is no(?! longer))\b/gi;

/** Pages say that something failed, or is blocked. */
const bannedOnPages = /\brefus\w*/gi;

/** In comments, quoted words may be data, and the other phrases are about code. */
const allowedInComments = /"[^"]*"|`[^`]*`|\bstands for\b|\btold\s+apart\b/g;

const isNode = (value) => value !== null && typeof value === 'object' && typeof value.type === 'string';

const isSql = ({ type, tag }) => type === 'TaggedTemplateExpression' && (tag.name ?? tag.property?.name) === 'sql';

/** The strings and template parts of a syntax tree, except import paths and SQL. */
function* textsOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') yield { text: node.value, start: node.start };
  if (isSql(node)) return;
  if (node.type === 'TemplateElement') yield { text: node.value.cooked ?? '', start: node.start };
  if (node.type === 'JSXText') yield { text: node.value, start: node.start };
  for (const [key, value] of Object.entries(node)) {
    if (key === 'source') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* textsOf(child);
  }
}

const faultsIn = (name, line, text) =>
  [...text.matchAll(banned), ...(name.startsWith('src/client/words/') ? text.matchAll(bannedOnPages) : [])].map(
    ([word]) => `${name}:${line} "${word}" in: ${text.trim().slice(0, 100)}`,
  );

/** Banned words in the strings of a source file, one line each. */
export function faultsOfCode(name, source) {
  const { program, errors } = parseSync(name, source, { lang: name.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) return [`${name}: ${errors[0].message}`];
  return [...textsOf(program)]
    .filter(({ text }) => text.includes(' '))
    .flatMap(({ text, start }) => faultsIn(name, source.slice(0, start).split('\n').length, text));
}

/** Banned words in the comments of a source file, one line each. */
export function faultsOfComments(name, source) {
  const { comments } = parseSync(name, source, { lang: name.endsWith('x') ? 'tsx' : 'ts' });
  return comments.flatMap(({ value, start }) => {
    const text = value
      .replace(/\n\s*\*/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(allowedInComments, '');
    return faultsIn(name, source.slice(0, start).split('\n').length, text);
  });
}

/** Banned words in prose, one line each. Code blocks and `code` are skipped, so prose can name a banned word. */
export function faultsOfProse(name, source) {
  const prose = source.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '');
  return prose.split('\n').flatMap((text, index) => faultsIn(name, index + 1, text));
}

const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true }).map(
    (name) => `${folder}/${name.replaceAll(path.sep, '/')}`,
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (name) => readFileSync(path.join(root, name), 'utf8');
  const isCode = (name) => /\.(ts|tsx|mjs)$/.test(name) && !name.startsWith('src/server/db/generated/');
  const code = codeFolders
    .flatMap(filesIn)
    .filter((name) => isCode(name) && !/\.(test|d)\./.test(name))
    .filter((name) => !unreadTexts.some((unread) => name.startsWith(unread)));
  const commented = ['src', 'scripts', 'e2e'].flatMap(filesIn).filter(isCode);
  const pages = filesIn('docs').filter((name) => name.endsWith('.md'));
  const faults = [
    ...code.flatMap((name) => faultsOfCode(name, read(name))),
    ...commented.flatMap((name) => faultsOfComments(name, read(name))),
    ...[...proseFiles, ...pages].flatMap((name) => faultsOfProse(name, read(name))),
  ];
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
