import type { AuditDetails, AuditKind } from '~/shared/schemas/audit';

/** What a sentence is made of: names at that time. */
export interface AuditFacts {
  actor: string;
  subject: string;
  details: AuditDetails;
}
type Sentence = (facts: AuditFacts) => string;

const count = (details: AuditDetails, name: string) => (typeof details[name] === 'number' ? details[name] : 0);

const budget = (usd: AuditDetails[string] | undefined) => (typeof usd === 'string' ? `$${usd}` : 'no limit');

/** One for every kind; a kind without one does not compile. */
const sentences: Record<AuditKind, Sentence> = {
  'sign-in': ({ actor }) => `${actor} signed in`,
  'sign-in-failed': ({ subject }) => `Failed sign-in attempt for ${subject}`,
  'sign-in-while-locked': ({ actor }) => `${actor} tried to sign in to a locked account`,
  'sign-up': ({ actor }) => `${actor} created an account`,
  'sign-out': ({ actor }) => `${actor} signed out`,
  'sessions-ended': ({ actor }) => `${actor} signed out their other sessions`,
  'password-changed': ({ actor }) => `${actor} changed their password`,
  'email-confirmed': ({ actor }) => `${actor} confirmed their email address`,
  'password-reset-requested': ({ subject }) => `A password reset was requested for ${subject}`,
  'password-reset': ({ actor, subject }) =>
    subject === '' ? `${actor} reset their password` : `${actor} set a new password for ${subject}`,
  'api-token-created': ({ actor, subject }) => `${actor} created the API token ${subject}`,
  'api-token-revoked': ({ actor, subject }) => `${actor} revoked the API token ${subject}`,
  'share-created': ({ actor, subject }) => `${actor} shared ${subject}`,
  'share-revoked': ({ actor, subject }) => `${actor} revoked the link to ${subject}`,
  'account-locked': ({ actor, subject }) => `${actor} locked ${subject}`,
  'account-unlocked': ({ actor, subject }) => `${actor} unlocked ${subject}`,
  'account-promoted': ({ actor, subject }) => `${actor} made ${subject} an administrator`,
  'account-demoted': ({ actor, subject }) => `${actor} removed admin rights from ${subject}`,
  'account-deleted': ({ actor, subject }) =>
    subject === '' ? `${actor} deleted their account` : `${actor} deleted ${subject}`,
  'account-created': ({ actor, subject }) => `${actor} created the account ${subject}`,
  setup: ({ actor, subject }) => `${actor} set up production${subject === '' ? '' : ` for ${subject}`}`,
  'setup-refused': ({ actor }) => `${actor} was denied production setup`,
  'position-added': ({ actor, subject }) => `${actor} added the position ${subject}`,
  'position-closed': ({ actor, subject }) => `${actor} closed the position ${subject}`,
  'position-deleted': ({ actor, subject }) => `${actor} deleted the position ${subject}`,
  'position-corrected': ({ actor, subject }) => `${actor} corrected the position ${subject}`,
  'ticker-renamed': ({ actor, subject, details }) => `${actor} renamed the ticker ${subject} to ${details.to}`,
  'ticker-delisted': ({ actor, subject }) => `${actor} recorded that ${subject} was delisted`,
  'split-decided': ({ actor, subject, details }) =>
    `${actor} ${details.state} the ${details.numerator}:${details.denominator} split of ${subject}`,
  'price-decided': ({ actor, subject, details }) => `${actor} ${details.decision} a price of ${subject}`,
  'positions-imported': ({ actor, details }) => `${actor} imported ${count(details, 'count')} positions`,
  'positions-exported': ({ actor }) => `${actor} exported the positions`,
  'waitlist-entry-deleted': ({ actor, subject }) => `${actor} removed ${subject} from the waitlist`,
  'waitlist-exported': ({ actor }) => `${actor} exported the waitlist`,
  'data-exported': ({ actor }) => `${actor} exported their data`,
  'model-endpoint-added': ({ actor, subject }) => `${actor} added the model endpoint ${subject}`,
  'model-endpoint-changed': ({ actor, subject }) => `${actor} changed the model endpoint ${subject}`,
  'model-endpoint-deleted': ({ actor, subject }) => `${actor} deleted the model endpoint ${subject}`,
  'model-offered': ({ actor, subject }) => `${actor} added the AI model ${subject}`,
  'model-changed': ({ actor, subject }) => `${actor} changed the AI model ${subject}`,
  'model-withdrawn': ({ actor, subject }) => `${actor} removed the AI model ${subject}`,
  'search-provider-saved': ({ actor, subject }) => `${actor} saved the search provider ${subject}`,
  'search-provider-removed': ({ actor, subject }) => `${actor} removed the search provider ${subject}`,
  'search-settings-changed': ({ actor }) => `${actor} changed the web search settings`,
  'usage-exported': ({ actor }) => `${actor} exported the usage of AI models`,
  'budgets-changed': ({ actor, details }) =>
    `${actor} changed the monthly AI budgets: ${budget(details.installationUsd)} in total, ${budget(details.userUsd)} per user`,
  'user-budget-changed': ({ actor, subject, details }) =>
    `${actor} changed the monthly AI budget of ${subject}: ${budget(details.monthlyUsd)}`,
  'user-budget-removed': ({ actor, subject }) => `${actor} removed the AI budget set for ${subject}`,
  'backup-made': ({ actor, details }) =>
    `${actor} made a backup of ${count(details, 'rows')} rows and ${count(details, 'files')} files`,
};

const kinds: Record<AuditKind, string> = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Failed sign-in',
  'sign-in-while-locked': 'Sign-in while locked',
  'sign-up': 'Account created (sign-up)',
  'sign-out': 'Signed out',
  'sessions-ended': 'Sessions ended',
  'password-changed': 'Password changed',
  'password-reset-requested': 'Password reset requested',
  'email-confirmed': 'Email confirmed',
  'password-reset': 'Password reset',
  'api-token-created': 'API token created',
  'api-token-revoked': 'API token revoked',
  'share-created': 'Conversation shared',
  'share-revoked': 'Shared link revoked',
  'account-locked': 'Account locked',
  'account-unlocked': 'Account unlocked',
  'account-promoted': 'Made administrator',
  'account-demoted': 'Admin rights removed',
  'account-deleted': 'Account deleted',
  'account-created': 'Account created (operator)',
  setup: 'Production setup',
  'setup-refused': 'Production setup denied',
  'position-added': 'Position added',
  'position-closed': 'Position closed',
  'position-deleted': 'Position deleted',
  'position-corrected': 'Position corrected',
  'ticker-renamed': 'Ticker renamed',
  'ticker-delisted': 'Stock delisted',
  'split-decided': 'Split decided',
  'price-decided': 'Price decided',
  'positions-imported': 'Positions imported',
  'positions-exported': 'Positions exported',
  'waitlist-entry-deleted': 'Waitlist entry removed',
  'waitlist-exported': 'Waitlist exported',
  'data-exported': 'Own data exported',
  'model-endpoint-added': 'Model endpoint added',
  'model-endpoint-changed': 'Model endpoint changed',
  'model-endpoint-deleted': 'Model endpoint deleted',
  'model-offered': 'AI model added',
  'model-changed': 'AI model changed',
  'model-withdrawn': 'AI model removed',
  'search-provider-saved': 'Search provider saved',
  'search-provider-removed': 'Search provider removed',
  'search-settings-changed': 'Search settings changed',
  'usage-exported': 'Usage exported',
  'budgets-changed': 'Budgets changed',
  'user-budget-changed': 'User budget changed',
  'user-budget-removed': 'User budget removed',
  'backup-made': 'Backup made',
};

export const auditWords = {
  sentences,
  kinds,
  somebody: 'Unknown user',
  operator: 'The operator',
  list: 'Events, newest first',
  person: 'Filter by email',
  kind: 'Event type',
  allKinds: 'All event types',
  clear: 'Clear',
  loading: 'Loading events...',
  none: 'No events found',
  failed: "Couldn't load the audit log",
  details: 'Details',
  kindOf: 'Event type',
  actorId: 'Actor ID',
  subjectId: 'Target ID',
  address: 'IP address',
  noAddress: 'Command line',
  requestId: 'Request ID',
  yes: 'yes',
  no: 'no',
  nothing: 'none',
} as const;
