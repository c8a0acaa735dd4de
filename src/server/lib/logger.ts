import { type Logger, type LoggerOptions, pino } from 'pino';
import { errorSerializer } from './log-errors';
import { standardOutput } from './log-stream';
import type { RecentErrors } from './recent-errors';
import { withTimeLimit } from './wait';

export type { Logger };

/** Field names that could contain a secret; their values never appear in the log. */
const secretNames = [
  'password',
  'currentPassword',
  'newPassword',
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'apiKey',
];

/**
 * JSON lines in production, readable lines in development. Message texts are never logged; secrets in fields are also
 * redacted here as a second line of defense.
 */
export function createLogger(settings: {
  level: string;
  isProduction: boolean;
  isToStderr?: boolean;
  /** Added to each line, because several processes may share one log. */
  process?: string;
  /** Also receives each line of the levels error and fatal. */
  errors?: RecentErrors;
}): Logger {
  const options: LoggerOptions = {
    level: settings.level,
    base: settings.process ? { process: settings.process } : null,
    timestamp: time,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorSerializer() },
    ...(settings.errors && { hooks: { logMethod: copyErrorsTo(settings.errors) } }),
    redact: {
      paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  };
  // The output of an operator command is its result, so its log goes to stderr.
  if (settings.isToStderr) return pino(options, pino.destination({ fd: 2, sync: true }));
  if (settings.isProduction) return pino(options, standardOutput(droppedLine));
  return pino({
    ...options,
    formatters: {},
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,process', translateTime: 'HH:MM:ss' } },
  });
}

const errorLevel = 50;

function copyErrorsTo(errors: RecentErrors): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  return function (args, write, level) {
    const [first, second] = args as unknown[];
    if (level >= errorLevel) errors.add(first, String(typeof first === 'string' ? first : (second ?? 'error')));
    write.apply(this, args);
  };
}

const time = () => `,"time":"${new Date().toISOString()}"`;
const droppedLine = (dropped: number) =>
  `{"level":"warn"${time()},"dropped":${dropped},"msg":"${dropped} log lines dropped"}\n`;

/** Waits until the last lines are written, but not for a stalled reader. */
export async function flushLog(logger: Logger): Promise<void> {
  await withTimeLimit(lastLinesMs, new Promise<void>((resolve) => logger.flush(() => resolve())));
}

const lastLinesMs = 2000;
