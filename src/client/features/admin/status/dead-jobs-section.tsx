import { RotateCcw } from 'lucide-react';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { DataTable } from '~/client/ui/table/data-table';
import { statusWords as words } from '~/client/words/status';
import type { DeadJobStatus } from '~/shared/schemas/status';
import { deadJobColumns } from './status-columns';

/**
 * Jobs that are no longer retried automatically. All are retried together, because they usually failed for one reason.
 */
export function DeadJobsSection({ jobs, onRetried }: { jobs: readonly DeadJobStatus[]; onRetried: () => void }) {
  const retry = trpc.status.retryJobs.useMutation({
    onSuccess({ message }) {
      toast({ kind: 'success', title: message });
      onRetried();
    },
    onError: (cause) => errorToast(words.retryFailed, cause),
  });
  return (
    <Section
      title={words.deadJobs}
      description={words.deadJobsNote}
      actions={
        <Button pending={retry.isPending} pendingLabel={words.retrying} onClick={() => retry.mutate()}>
          <RotateCcw size={16} strokeWidth={1.5} aria-hidden />
          {words.retryAll}
        </Button>
      }
    >
      <DataTable
        caption={words.deadJobs}
        columns={deadJobColumns}
        rows={jobs}
        rowKey={({ id }) => id}
        loadingText={words.loading}
        emptyText={words.noDeadJobs}
      />
    </Section>
  );
}
