/**
 * Finds statements of a migration that may break a server of the previous version. It still runs during the migration
 * and for a while afterwards, uses the columns that it has, and must not be blocked for long. Triggers on its writes
 * are allowed: they keep the new version's data up to date.
 */

import { isBuiltConcurrently } from '~/server/db/build-index';

export interface Problem {
  statement: string;
  why: string;
}

interface Rule {
  pattern: RegExp;
  why: string;
}

/** Rules for statements about existing tables. */
const rules: readonly Rule[] = [
  { pattern: /^DROP /, why: 'drops what the previous version may use' },
  { pattern: /\bDROP (?:COLUMN|CONSTRAINT|DEFAULT)\b/, why: 'drops what the previous version may use' },
  { pattern: /\bRENAME\b/, why: 'renames what the previous version uses' },
  { pattern: /\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/, why: 'changes a type, which may rewrite the table' },
  { pattern: /\bSET NOT NULL\b/, why: 'rejects rows of the previous version' },
  { pattern: /^TRUNCATE\b/, why: 'deletes data' },
  { pattern: /^(?:DELETE FROM|UPDATE|MERGE)\b/, why: 'changes rows, and locks them until the migration ends' },
  {
    pattern: /^CREATE UNIQUE INDEX\b/,
    why: 'rejects rows of the previous version, and blocks writes while it is built',
  },
  { pattern: /^CREATE INDEX (?!CONCURRENTLY )/, why: 'blocks writes while it is built' },
  { pattern: /\bINDEX CONCURRENTLY\b/, why: 'cannot run in a transaction: begin the file with -- concurrently' },
  { pattern: /^(?:LOCK|CLUSTER|REINDEX|VACUUM)\b/, why: 'locks the table' },
];

export function problemsOf(sql: string): Problem[] {
  const statements = statementsOf(sql);
  if (isBuiltConcurrently(sql)) return concurrentProblems(statements);
  const created = new Set(statements.flatMap((statement) => createdTable.exec(statement)?.[1] ?? []));
  const added = new Set(statements.flatMap((statement) => addedColumns(statement).map(({ name }) => name)));
  return statements.flatMap((statement) => {
    const table = tableOf(statement);
    if (table !== undefined && created.has(table)) return [];
    const reasons = rules.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why);
    return [...reasons, ...partsOf(statement, added)].map((why) => ({ statement, why }));
  });
}

/** One index, built concurrently, and nothing else: it runs without a transaction. */
function concurrentProblems(statements: string[]): Problem[] {
  const [statement = '', ...more] = statements;
  const others = more.map((other) => ({ statement: other, why: 'is not the only statement beside others' }));
  if (/^CREATE INDEX CONCURRENTLY "?\w+"? ON /.test(statement)) return others;
  const why = /^CREATE UNIQUE INDEX CONCURRENTLY /.test(statement)
    ? 'rejects rows of the previous version'
    : 'is not an index that is built beside others';
  return [{ statement, why }, ...others];
}

const quoted = '"?(\\w+)"?';
const createdTable = new RegExp(`^CREATE TABLE (?:IF NOT EXISTS )?${quoted}`);
const tableWords = [
  new RegExp(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${quoted}`),
  new RegExp(`^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?${quoted} ON (?:ONLY )?${quoted}`),
  new RegExp(`^(?:UPDATE|DELETE FROM|TRUNCATE|LOCK TABLE) (?:ONLY )?${quoted}`),
];

const tableOf = (statement: string): string | undefined =>
  tableWords.map((pattern) => pattern.exec(statement)?.at(-1)).find((found) => found !== undefined);

/** What ALTER TABLE adds: each column with its default, each constraint. */
function partsOf(statement: string, added: ReadonlySet<string>): string[] {
  if (!statement.startsWith('ALTER TABLE')) return [];
  const required = addedColumns(statement)
    .filter(({ definition }) => /\bNOT NULL\b/.test(definition) && !/\b(?:DEFAULT|GENERATED)\b/.test(definition))
    .map(({ column }) => `${column} is required, and the previous version leaves it out`);
  const constraints = [...statement.matchAll(/\bADD CONSTRAINT "?\w+"? (.*?)(?=, ADD |$)/g)]
    .filter(([, definition = '']) => !definition.endsWith('NOT VALID') && !isForeignKeyOf(definition, statement, added))
    .map(() => 'adds a constraint that rows of the previous version may violate');
  return [...required, ...constraints];
}

function addedColumns(statement: string): { name: string; column: string; definition: string }[] {
  const table = tableOf(statement);
  if (table === undefined || !statement.startsWith('ALTER TABLE')) return [];
  const found = statement.matchAll(/\bADD COLUMN (?:IF NOT EXISTS )?"?(\w+)"?((?:[^,(]|\([^)]*\))*)/g);
  return [...found].map(([, column = '', definition = '']) => ({ name: `${table}.${column}`, column, definition }));
}

/** A reference from a column that the migration adds: the previous version leaves it empty. */
function isForeignKeyOf(definition: string, statement: string, added: ReadonlySet<string>): boolean {
  const [, column] = /^FOREIGN KEY \("?(\w+)"?\)/.exec(definition) ?? [];
  return added.has(`${tableOf(statement)}.${column}`);
}

/** Each on one line, without comments. Semicolons in texts and in bodies of functions end nothing. */
export function statementsOf(sql: string): string[] {
  const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"|;|[^;]/g;
  const statements = [''];
  for (const [token] of sql.matchAll(tokens)) {
    if (token === ';') statements.push('');
    else if (!token.startsWith('--') && !token.startsWith('/*')) statements[statements.length - 1] += token;
  }
  return statements.map((statement) => statement.replace(/\s+/g, ' ').trim()).filter((statement) => statement !== '');
}
