import { packageVersion } from './package-version';

/** The state that this process reports with each heartbeat. */
export class ProcessState {
  readonly version = packageVersion();
  readonly startedAt = new Date(Date.now() - process.uptime() * 1000);
  /** Open sockets. */
  sockets = 0;
  isStopping = false;
}
