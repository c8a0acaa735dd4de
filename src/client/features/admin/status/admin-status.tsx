import { Stack } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { formatCount, formatFileSize, formatMoment } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Figures } from '~/client/ui/content/description-list';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { DataTable } from '~/client/ui/table/data-table';
import { statusWords as words } from '~/client/words/status';
import type { InstallationStatus } from '~/shared/schemas/status';
import { DeadJobsSection } from './dead-jobs-section';
import { JobsSection } from './jobs-section';
import { Services } from './services';
import { errorColumns, processColumns } from './status-columns';
import { SupportBundleButton } from './support-bundle-button';

/** The current state of the installation. Default export for `lazy`. */
export default function AdminStatus() {
  const status = trpc.status.read.useQuery(undefined, { refetchOnMount: 'always' });
  if (status.data)
    return <Report status={status.data} isFetching={status.isFetching} onRefresh={() => void status.refetch()} />;
  if (status.isPending) return <Skeleton height="64" />;
  return <QueryError title={words.failed} query={status} />;
}

interface ReportProps {
  status: InstallationStatus;
  isFetching: boolean;
  onRefresh: () => void;
}

function Report({ status, isFetching, onRefresh }: ReportProps) {
  const { version, startedAt, storage, lastBackup, scheduledBackups, parts, processes, jobs, deadJobs, errors } =
    status;
  return (
    <Stack gap="10">
      <Figures
        items={[
          { term: words.version, value: version },
          { term: words.runningSince, value: formatMoment(startedAt) },
          {
            term: words.files(formatCount(storage.files), storage.files === 1),
            value: formatFileSize(storage.fileBytes),
          },
          { term: words.database, value: formatFileSize(storage.databaseBytes) },
          { term: words.lastBackup, value: lastBackup ? formatMoment(lastBackup) : words.noBackup },
          ...backupFigures(scheduledBackups),
        ]}
      />
      <Section
        title={words.services}
        description={words.servicesNote}
        actions={
          <Button onClick={onRefresh} pending={isFetching}>
            <RefreshCw size={16} strokeWidth={1.5} />
            {words.refresh}
          </Button>
        }
      >
        <Services parts={parts} />
      </Section>
      <Section title={words.processes} description={words.processesNote}>
        <DataTable
          caption={words.processes}
          columns={processColumns}
          rows={processes}
          rowKey={({ id }) => id}
          loadingText={words.loading}
          emptyText={words.never}
        />
      </Section>
      <Section title={words.errors} description={words.errorsNote}>
        <DataTable
          caption={words.errors}
          columns={errorColumns}
          rows={errors}
          rowKey={({ process, id }) => `${process} ${id}`}
          loadingText={words.loading}
          emptyText={words.noErrors}
        />
      </Section>
      {deadJobs.length > 0 && <DeadJobsSection jobs={deadJobs} onRetried={onRefresh} />}
      <JobsSection jobs={jobs} />
      <Section title={words.support} description={words.supportNote}>
        <SupportBundleButton />
      </Section>
    </Stack>
  );
}

/** Empty without a schedule; the services then show that backups are off. */
function backupFigures(backups: InstallationStatus['scheduledBackups']) {
  if (!backups) return [];
  const { last, lastVerifiedAt, nextAt } = backups;
  const size = last && formatFileSize(last.bytes);
  return [
    ...(size ? [{ term: words.backupSize, value: last.isEncrypted ? words.encryptedSize(size) : size }] : []),
    { term: words.lastVerified, value: lastVerifiedAt ? formatMoment(lastVerifiedAt) : words.neverVerified },
    { term: words.nextBackup, value: formatMoment(nextAt) },
  ];
}
