import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** Names under which a secret could travel; their values never reach a log line. */
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
 * JSON lines in production, readable lines in development. Bodies of messages are never logged by anyone; secrets
 * that arrive as fields are redacted here as a second fence.
 */
export function createLogger(settings: { level: string; isProduction: boolean; isToStderr?: boolean }): Logger {
  const options: LoggerOptions = {
    level: settings.level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  };
  // What an operator's action prints is its result; its log goes beside it.
  if (settings.isToStderr) return pino(options, pino.destination({ fd: 2, sync: true }));
  if (settings.isProduction) return pino(options, standardOutput());
  return pino({
    ...options,
    formatters: {},
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  });
}

/** A terminal that was closed ends the log, not the server, which still has answers to store (pino sees to closed pipes). */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: true });
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO' && error.code !== 'EPIPE') throw error;
    stream.write = () => true;
  });
  return stream;
}
