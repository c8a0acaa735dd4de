import { accountRouter } from './features/account/account.router';
import { adminRouter } from './features/admin/admin.router';
import { auditRouter } from './features/audit/audit.router';
import { authRouter } from './features/auth/auth.router';
import { backtestRouter } from './features/backtest/backtest.router';
import { collectionsRouter } from './features/collections/collections.router';
import { conversationsRouter } from './features/conversations/conversations.router';
import { emailConfirmationRouter } from './features/email-confirmation/email-confirmation.router';
import { feedbackRouter } from './features/feedback/feedback.router';
import { followsRouter } from './features/follows/follows.router';
import { groupsRouter } from './features/groups/groups.router';
import { identitiesRouter } from './features/identities/identities.router';
import { importsRouter } from './features/imports/imports.router';
import { invitationsRouter } from './features/invitations/invitations.router';
import { memoryRouter } from './features/memory/memory.router';
import { messagesRouter } from './features/messages/messages.router';
import { modelsRouter } from './features/models/models.router';
import { passkeysRouter } from './features/passkeys/passkeys.router';
import { passwordResetRouter } from './features/password-reset/password-reset.router';
import { positionsRouter } from './features/positions/positions.router';
import { projectsRouter } from './features/projects/projects.router';
import { promptsRouter } from './features/prompts/prompts.router';
import { researchRouter } from './features/research/research.router';
import { scimRouter } from './features/scim/scim.router';
import { searchRouter } from './features/search/search.router';
import { secondFactorRouter } from './features/second-factor/second-factor.router';
import { sessionsRouter } from './features/sessions/sessions.router';
import { setupRouter } from './features/setup/setup.router';
import { sharesRouter } from './features/shares/shares.router';
import { statusRouter } from './features/status/status.router';
import { tokensRouter } from './features/tokens/tokens.router';
import { trackRecordRouter } from './features/track-record/track-record.router';
import { uploadsRouter } from './features/uploads/uploads.router';
import { usageRouter } from './features/usage/usage.router';
import { waitlistRouter } from './features/waitlist/waitlist.router';
import { webSearchRouter } from './features/web/web-search.router';
import { createCallerFactory, router } from './trpc/init';

export const appRouter = router({
  auth: authRouter,
  account: accountRouter,
  sessions: sessionsRouter,
  identities: identitiesRouter,
  passwordReset: passwordResetRouter,
  emailConfirmation: emailConfirmationRouter,
  invitations: invitationsRouter,
  secondFactor: secondFactorRouter,
  passkeys: passkeysRouter,
  conversations: conversationsRouter,
  messages: messagesRouter,
  feedback: feedbackRouter,
  projects: projectsRouter,
  memory: memoryRouter,
  prompts: promptsRouter,
  imports: importsRouter,
  shares: sharesRouter,
  search: searchRouter,
  research: researchRouter,
  models: modelsRouter,
  uploads: uploadsRouter,
  collections: collectionsRouter,
  positions: positionsRouter,
  follows: followsRouter,
  trackRecord: trackRecordRouter,
  backtest: backtestRouter,
  webSearch: webSearchRouter,
  usage: usageRouter,
  waitlist: waitlistRouter,
  groups: groupsRouter,
  scim: scimRouter,
  admin: adminRouter,
  audit: auditRouter,
  status: statusRouter,
  tokens: tokensRouter,
  setup: setupRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
