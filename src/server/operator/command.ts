/**
 * Runs an operator command: prints --help, checks the options and prints errors without stack traces. Exit codes:
 * 0 done, 1 failed, 2 wrong usage.
 */

import { parseArgs } from 'node:util';
import { codeOf, messageOf } from '~/server/lib/caught';
import type { Io } from '~/server/lib/command-output';
import { AppError } from '~/server/lib/errors';
import { OperatorError } from '~/server/lib/operator-error';
import { explainFailure, isPlainFailure } from './explain-failure';

export interface Option {
  type: 'string' | 'boolean';
  /** The placeholder of the value in the help: `<address>`. */
  value?: string;
  help: string;
  isRequired?: true;
}

type ValueOf<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O extends { isRequired: true }
    ? string
    : string | undefined;
export type Values<Options extends Record<string, Option>> = { [Name in keyof Options]: ValueOf<Options[Name]> };

export interface Command<Options extends Record<string, Option>> {
  /** The name after npm run. */
  name: string;
  summary: string;
  /** What the operator must know before running it, one paragraph each. */
  notes?: string[];
  options: Options;
  /** The only positional argument, such as a folder. */
  argument?: { name: string; help: string };
  /** Resolves with false if it failed and has printed why. */
  run(values: Values<Options>, io: Io, argument: string): Promise<boolean | undefined>;
}

/** Wrong options or arguments. */
class UsageError extends Error {}

export async function runCommand<const Options extends Record<string, Option>>(
  command: Command<Options>,
  args = process.argv.slice(2),
): Promise<never> {
  const io: Io = {
    print: (text) => void process.stdout.write(`${text}\n`),
    warn: (text) => void process.stderr.write(`${text}\n`),
  };
  process.exit(await exitCodeOf(command, args, io));
}

/**
 * Runs a command and returns its exit code. Separate from `runCommand` so that a test can run it in its own process.
 */
async function exitCodeOf<Options extends Record<string, Option>>(
  command: Command<Options>,
  args: string[],
  io: Io,
): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      io.print(helpOf(command));
      return 0;
    }
    const { values, argument } = valuesOf(command, args);
    return (await command.run(values, io, argument)) === false ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.warn(`${error.message}\nRun npm run ${command.name} -- --help for usage.`);
      return 2;
    }
    const isPlain = error instanceof OperatorError || error instanceof AppError || isPlainFailure(error);
    io.warn(isPlain ? withCause(error as Error) : explainFailure(error));
    return 1;
  }
}

/** Messages for users leave out the cause, but the operator may see it. */
function withCause({ message, cause }: Error): string {
  const reason = cause instanceof Error ? cause.message || cause.name : '';
  return reason && !message.includes(reason) ? `${message}\n(${reason})` : message;
}

function valuesOf<Options extends Record<string, Option>>(
  command: Command<Options>,
  args: string[],
): { values: Values<Options>; argument: string } {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  const { values, positionals } = parsed(args, options, command.argument !== undefined);
  const [argument = '', second] = positionals;
  if (command.argument && argument === '')
    throw new UsageError(`<${command.argument.name}> is required: ${command.argument.help}`);
  if (second !== undefined) throw new UsageError(`Unexpected argument "${second}".`);
  for (const [name, { isRequired, value, help }] of Object.entries(command.options)) {
    const provided = values[name];
    if (typeof provided === 'string' && provided.trim() === '') throw new UsageError(`--${name} is empty.`);
    if (isRequired && provided === undefined)
      throw new UsageError(`--${name} <${value ?? 'value'}> is required: ${help}`);
    if (command.options[name]?.type === 'boolean') values[name] = provided ?? false;
  }
  return { values: values as Values<Options>, argument };
}

function parsed(
  args: string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
  allowPositionals: boolean,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    const all = { ...options, help: { type: 'boolean' as const } };
    const { values, positionals } = parseArgs({ args, options: all, strict: true, allowPositionals });
    return { values: { ...values }, positionals };
  } catch (error) {
    const [code, message] = [codeOf(error), messageOf(error)];
    const [name = ''] = /--?[\w-]+/.exec(message) ?? [];
    const [word] = /'([^']*)'/.exec(message)?.slice(1) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(`Unknown option ${name}.`);
    if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
      throw new UsageError(`Unexpected argument "${word}". Put values after an option: --name value.`);
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
      throw new UsageError(message.includes('not take') ? `${name} takes no value.` : `${name} needs a value.`);
    throw error;
  }
}

function helpOf({ name, summary, notes = [], options, argument }: Command<Record<string, Option>>): string {
  const rows: [spelled: string, help: string][] = Object.entries(options).map(
    ([option, { type, value, help, isRequired }]) => [
      `--${option}${type === 'string' ? ` <${value ?? 'value'}>` : ''}`,
      isRequired ? `${help} (required)` : help,
    ],
  );
  if (argument) rows.push([`<${argument.name}>`, `${argument.help} (required)`]);
  rows.push(['--help', 'this page']);
  const width = Math.max(...rows.map(([spelled]) => spelled.length));
  const usage = `npm run ${name}${Object.keys(options).length > 0 ? ' -- [options]' : ''}${argument ? ` <${argument.name}>` : ''}`;
  return [
    `${name} – ${summary}`,
    `  ${usage}`,
    rows.map(([spelled, help]) => `  ${spelled.padEnd(width)}  ${help}`).join('\n'),
    ...notes,
  ].join('\n\n');
}
