import { Text } from '@chakra-ui/react';
import { formatCount, formatDateTime } from '~/client/lib/format';
import type { Column } from '~/client/ui/table/data-table';
import { statusWords as words } from '~/client/words/status';
import type { DeadJobStatus, JobKindStatus, LoggedError, ProcessStatus } from '~/shared/schemas/status';

const moment = (time: Date | null) =>
  time ? <time dateTime={time.toISOString()}>{formatDateTime(time)}</time> : words.never;

export const jobColumns: Column<JobKindStatus>[] = [
  {
    key: 'kind',
    header: words.kind,
    isPrimary: true,
    cell: ({ kind, error }) =>
      error === null ? (
        kind
      ) : (
        <>
          {kind}
          <Text color="danger" textStyle="caption" overflowWrap="anywhere">
            {words.lastRunFailed(error)}
          </Text>
        </>
      ),
  },
  { key: 'lastRun', header: words.lastRun, cell: ({ lastRunAt }) => moment(lastRunAt) },
  { key: 'nextRun', header: words.nextRun, cell: ({ nextRunAt }) => moment(nextRunAt) },
  { key: 'waiting', header: words.waiting, align: 'end', cell: ({ waiting }) => formatCount(waiting) },
  { key: 'running', header: words.running, align: 'end', cell: ({ running }) => formatCount(running) },
  { key: 'dead', header: words.dead, align: 'end', cell: ({ dead }) => formatCount(dead) },
];

export const deadJobColumns: Column<DeadJobStatus>[] = [
  { key: 'kind', header: words.kind, isPrimary: true, cell: ({ kind }) => kind },
  { key: 'error', header: words.error, cell: ({ error }) => error ?? words.never },
  { key: 'attempts', header: words.attempts, align: 'end', cell: ({ attempts }) => formatCount(attempts) },
  { key: 'failedAt', header: words.failedAt, cell: ({ failedAt }) => moment(failedAt) },
];

const count = (value: number | null) => (value === null ? words.never : formatCount(value));

export const processColumns: Column<ProcessStatus>[] = [
  {
    key: 'id',
    header: words.process,
    isPrimary: true,
    cell: ({ id, responds }) => (responds ? words.responding(id) : id),
  },
  { key: 'version', header: words.version, cell: ({ version }) => version ?? words.never },
  { key: 'startedAt', header: words.runningSince, cell: ({ startedAt }) => moment(startedAt) },
  { key: 'seenAt', header: words.lastSeen, cell: ({ seenAt }) => moment(seenAt) },
  { key: 'sockets', header: words.sockets, align: 'end', cell: ({ sockets }) => count(sockets) },
  { key: 'answers', header: words.answers, align: 'end', cell: ({ answers }) => count(answers) },
];

export const errorColumns: Column<LoggedError>[] = [
  { key: 'message', header: words.error, isPrimary: true, cell: ({ message }) => message },
  { key: 'process', header: words.process, cell: ({ process }) => process },
  { key: 'requestId', header: words.requestId, cell: ({ requestId }) => requestId ?? words.never },
  { key: 'at', header: words.time, width: '14rem', cell: ({ at }) => moment(at) },
];
