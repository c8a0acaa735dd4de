import { useState } from 'react';
import { formatCount } from '~/client/lib/format';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { DataTable } from '~/client/ui/table/data-table';
import { statusWords as words } from '~/client/words/status';
import type { JobKindStatus } from '~/shared/schemas/status';
import { jobColumns } from './status-columns';

/**
 * A recurring job always waits for its next run, so waiting alone doesn't count before that time, unless the last run
 * failed.
 */
function isActive({ waiting, running, dead, nextRunAt, error }: JobKindStatus): boolean {
  const planned = nextRunAt && nextRunAt > new Date() ? 1 : 0;
  return running + dead > 0 || waiting > planned || error !== null;
}

/** There are dozens of job kinds. Idle ones are shown on request. */
export function JobsSection({ jobs }: { jobs: readonly JobKindStatus[] }) {
  const [areAllShown, setAreAllShown] = useState(false);
  const active = jobs.filter(isActive);
  return (
    <Section
      title={words.jobs}
      description={words.jobsNote}
      actions={
        active.length < jobs.length && (
          <Button
            variant="ghost"
            maxWidth="none"
            mx={{ base: '-4', md: '0' }}
            onClick={() => setAreAllShown(!areAllShown)}
          >
            {areAllShown ? words.activeJobs : words.allJobs(formatCount(jobs.length))}
          </Button>
        )
      }
    >
      <DataTable
        caption={words.jobs}
        columns={jobColumns}
        rows={areAllShown ? jobs : active}
        rowKey={({ kind }) => kind}
        loadingText={words.loading}
        emptyText={jobs.length === 0 ? words.noJobs : words.noActiveJobs}
      />
    </Section>
  );
}
