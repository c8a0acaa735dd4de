/** All kinds of background jobs; see src/server/jobs. */
import type { Deps } from '~/server/deps';
import type { AnyJobKind } from '~/server/jobs/job-kind';
import { purgeAccountsJob } from './admin/purge-accounts';
import { checkSourcesJob } from './citations/pages/check-sources.job';
import { describeDocumentJob } from './collections/descriptions/describe-document.job';
import { indexDocumentJob, indexMissedJob } from './collections/index-document.job';
import { summarizeConversationJob } from './context/summarize-conversation.job';
import { deleteDiscardedJob } from './conversations/discard-conversations';
import { deleteTemporaryJob } from './conversations/temporary-conversations';
import { findEventsJob } from './follows/find-events';
import { mailAlertsJob, planAlertMailsJob } from './follows/mail-alerts';
import { housekeepingJob } from './housekeeping/housekeeping.job';
import { runImportJob } from './imports/run-import.job';
import { repairMirrorJob } from './mirror/repair-mirror.job';
import { syncMirrorJob } from './mirror/sync-mirror.job';
import { uploadDocumentJob } from './mirror/upload-document.job';
import { readFactsJob } from './models/read-facts.job';
import { compareClosesJob } from './prices/compare-closes.job';
import { deleteDiscardedPromptsJob } from './prompts/discard-prompts';
import { finishResearchJob } from './research/finish-research.job';
import { mailResearchJob } from './research/mail-research.job';
import { planResearchJob } from './research/plan-research.job';
import { runResearchJob } from './research/run-research.job';
import { alertThesesJob } from './research/schedules/alert-theses.job';
import { runSchedulesJob } from './research/schedules/run-schedules.job';
import { makeBackupsJob } from './scheduled-backups/make-backups.job';
import { suggestQuestionsJob } from './suggested-questions/suggest-questions.job';
import { titleConversationJob } from './titles/title-conversation.job';
import { bitcoinProofsJob } from './track-record/bitcoin-proofs.job';
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
  indexMissedJob,
  describeDocumentJob,
  purgeAccountsJob,
  housekeepingJob,
  summarizeConversationJob,
  checkSourcesJob,
  recordMarketJob,
  findEventsJob,
  planAlertMailsJob,
  mailAlertsJob,
  compareClosesJob,
  timestampLedgerJob,
  bitcoinProofsJob,
  embedFileJob,
  embedMissingJob,
  syncMirrorJob,
  uploadDocumentJob,
  repairMirrorJob,
  makeBackupsJob,
  deleteDiscardedJob,
  deleteTemporaryJob,
  deleteDiscardedPromptsJob,
  runImportJob,
  planResearchJob,
  runResearchJob,
  finishResearchJob,
  alertThesesJob,
  mailResearchJob,
  runSchedulesJob,
  titleConversationJob,
  suggestQuestionsJob,
  readFactsJob,
];
