/**
 * One form for every action an operator runs from the shell: options that explain themselves, words instead of stacks,
 * and an exit code that scripts can trust – 0 done, 1 not done, 2 asked in the wrong way.
 */
import { parseArgs } from 'node:util';
import { AppError } from '~/server/lib/errors';
import { explainFailure, isPlainFailure } from './explain-failure';

export interface Option {
  type: 'string' | 'boolean';
  /** What stands for the value in the help: `<address>`. */
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
  /** As npm run knows it. */
  name: string;
  summary: string;
  /** What else must be known before it is run; one paragraph each. */
  notes?: string[];
  options: Options;
  /** Resolves with false when it could not do what it was asked for and has said so. */
  run(values: Values<Options>, io: Io): Promise<boolean | undefined>;
}

export interface Io {
  say(words: string): void;
  warn(words: string): void;
}

/** Thrown for what an operator can mend; `message` is all they are told. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** A mistake in how the command was asked. */
class UsageError extends Error {}

export async function runCommand<const Options extends Record<string, Option>>(
  command: Command<Options>,
  args = process.argv.slice(2),
): Promise<never> {
  const io: Io = {
    say: (words) => void process.stdout.write(`${words}\n`),
    warn: (words) => void process.stderr.write(`${words}\n`),
  };
  process.exit(await exitCodeOf(command, args, io));
}

/** Runs a command and says how it ended. Apart from `runCommand`, so that a test can run one in its own process. */
export async function exitCodeOf<Options extends Record<string, Option>>(
  command: Command<Options>,
  args: string[],
  io: Io,
): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      io.say(helpOf(command));
      return 0;
    }
    return (await command.run(valuesOf(command, args), io)) === false ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.warn(`${error.message}\nnpm run ${command.name} -- --help says what it takes.`);
      return 2;
    }
    const isPlain = error instanceof OperatorError || error instanceof AppError || isPlainFailure(error);
    io.warn(isPlain ? withCause(error as Error) : explainFailure(error));
    return 1;
  }
}

/** Words for people who sign in leave the reason out; whoever has the shell may know it. */
function withCause({ message, cause }: Error): string {
  const reason = cause instanceof Error ? cause.message || cause.name : '';
  return reason && !message.includes(reason) ? `${message}\n(${reason})` : message;
}

function valuesOf<Options extends Record<string, Option>>(command: Command<Options>, args: string[]): Values<Options> {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  const values = parsed(args, options);
  for (const [name, { isRequired, value, help }] of Object.entries(command.options)) {
    const given = values[name];
    if (typeof given === 'string' && given.trim() === '') throw new UsageError(`--${name} is empty.`);
    if (isRequired && given === undefined) throw new UsageError(`--${name} <${value ?? 'value'}> is missing: ${help}`);
    if (command.options[name]?.type === 'boolean') values[name] = given ?? false;
  }
  return values as Values<Options>;
}

function parsed(args: string[], options: Record<string, { type: 'string' | 'boolean' }>): Record<string, unknown> {
  try {
    return {
      ...parseArgs({ args, options: { ...options, help: { type: 'boolean' } }, strict: true, allowPositionals: false })
        .values,
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [name = ''] = /--?[\w-]+/.exec(message) ?? [];
    const [word] = /'([^']*)'/.exec(message)?.slice(1) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(`There is no option ${name}.`);
    if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
      throw new UsageError(`"${word}" stands alone: values follow their option, as in --name value.`);
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
      throw new UsageError(message.includes('not take') ? `${name} takes no value.` : `${name} needs a value.`);
    throw error;
  }
}

export function helpOf({ name, summary, notes = [], options }: Command<Record<string, Option>>): string {
  const rows: [spelled: string, help: string][] = Object.entries(options).map(
    ([option, { type, value, help, isRequired }]) => [
      `--${option}${type === 'string' ? ` <${value ?? 'value'}>` : ''}`,
      isRequired ? `${help} (required)` : help,
    ],
  );
  rows.push(['--help', 'this page']);
  const width = Math.max(...rows.map(([spelled]) => spelled.length));
  const usage = `npm run ${name}${Object.keys(options).length > 0 ? ' -- [options]' : ''}`;
  return [
    `${name} – ${summary}`,
    `  ${usage}`,
    rows.map(([spelled, help]) => `  ${spelled.padEnd(width)}  ${help}`).join('\n'),
    ...notes,
  ].join('\n\n');
}
