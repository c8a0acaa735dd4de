/** Every kind of background work there is; see src/server/jobs. */
import type { Deps } from '~/server/deps';
import type { AnyJobKind } from '~/server/jobs/job-kind';
import { purgeAccountsJob } from './admin/purge-accounts';
import { checkSourcesJob } from './citations/pages/check-sources.job';
import { indexDocumentJob, indexForgottenJob } from './collections/index-document.job';
import { summarizeConversationJob } from './context/summarize-conversation.job';
import { deleteDiscardedJob } from './conversations/discard-conversations';
import { deleteTemporaryJob } from './conversations/temporary-conversations';
import { housekeepingJob } from './housekeeping/housekeeping.job';
import { runImportJob } from './imports/run-import.job';
import { mailResearchJob } from './research/mail-research.job';
import { planResearchJob } from './research/plan-research.job';
import { runResearchJob } from './research/run-research.job';
import { runSchedulesJob } from './research/schedules/run-schedules.job';
import { titleConversationJob } from './titles/title-conversation.job';
import { recordMarketJob } from './track-record/record-market.job';
import { timestampLedgerJob } from './track-record/timestamp-ledger.job';
import { readFileJob } from './uploads/read-file.job';
import { sweepJob } from './uploads/sweeper';
import { embedFileJob } from './vectors/embed-file.job';
import { embedMissingJob } from './vectors/embed-missing.job';

export const jobKinds: readonly AnyJobKind<Deps>[] = [
  readFileJob,
  sweepJob,
  indexDocumentJob,
  indexForgottenJob,
  purgeAccountsJob,
  housekeepingJob,
  summarizeConversationJob,
  checkSourcesJob,
  recordMarketJob,
  timestampLedgerJob,
  embedFileJob,
  embedMissingJob,
  deleteDiscardedJob,
  deleteTemporaryJob,
  runImportJob,
  planResearchJob,
  runResearchJob,
  mailResearchJob,
  runSchedulesJob,
  titleConversationJob,
];
