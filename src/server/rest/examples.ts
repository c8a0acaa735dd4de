/** Values of the OpenAPI examples; a test checks each of them against its schema. */
export const ids = {
  user: '7a0c0f0e-5d1b-4b52-9a53-1f1f3b0b7c11',
  conversation: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02',
  question: '0e6b6a6c-9a5d-4f0b-8d1c-6f1f0a7d3e21',
  answer: '3f9d2c1b-7e4a-4c8d-9b6f-5a4e3d2c1b0f',
  earlierAnswer: '8c1e5d7a-2b4f-4a6c-9e0d-7f3b1a5c9d2e',
  file: 'd2f1c0b9-a8e7-46d5-b4c3-a2918070f6e5',
  position: '5b4a3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d',
  entry: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a',
  collection: '4c7d9e10-52b3-4f86-a1d4-0e9f8c7b6a59',
  token: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
  endpoint: '4d3c2b1a-6f5e-4b7a-9d8c-1e0f3b2a5d4c',
  project: '7f6e5d4c-3b2a-4918-a7b6-c5d4e3f2a1b0',
  research: '6e5d4c3b-2a19-4807-b6a5-9483726150fe',
  import: '2b7c8d9e-0f1a-4b2c-8d3e-4f5a6b7c8d9e',
  note: '5d4c3b2a-1f0e-4b9c-8d7a-6f5e4d3c2b10',
  backtest: '3c2b1a09-8f7e-4d6c-b5a4-938271605f4e',
  schedule: '2f7e6d5c-4b3a-4291-8f0e-d1c2b3a49586',
} as const;
export const time = '2026-05-04T09:30:00.000Z';

export const user = {
  id: ids.user,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  profileImageUrl: null,
  isAdmin: false,
  isLocked: false,
  createdAt: time,
  updatedAt: time,
};

export const account = { ...user, hasSecondFactor: false };

export const conversation = {
  id: ids.conversation,
  title: 'What moves rates?',
  updatedAt: time,
  isPinned: false,
  isArchived: false,
  projectId: null,
  temporaryUntil: null,
};
export const extended = { temporaryUntil: time };
export const emptyProject = {
  id: ids.project,
  name: 'Board papers',
  customInstructions: 'Write for the board.',
  defaultModel: null,
  collectionIds: null,
  conversationCount: 0,
  createdAt: time,
  updatedAt: time,
};
export const project = { ...emptyProject, conversationCount: 3 };
export const activity = { running: [ids.conversation], unread: [] };
export const conversationIds = { conversationIds: [ids.conversation] };
export const summary = {
  summary: { content: 'You asked what moves rates ...', messages: 24, model: 'grok-4', updatedAt: time },
};
const searchHit = {
  conversationId: ids.conversation,
  title: 'Interest rates',
  messageId: ids.answer,
  role: 'assistant',
  isActive: true,
  snippet: [
    { text: 'Mostly expected ', isMatch: false },
    { text: 'inflation', isMatch: true },
    { text: ' and the central bank.', isMatch: false },
  ],
  files: [],
  at: time,
};
export const searchResult = { items: [searchHit] };
export const renamed = { ...conversation, title: 'Interest rates' };

export const question = {
  id: ids.question,
  conversationId: ids.conversation,
  parentId: null,
  role: 'user',
  content: 'What moves rates?',
  attachments: [],
  metadata: {},
  createdAt: time,
};

export const answer = {
  id: ids.answer,
  conversationId: ids.conversation,
  parentId: ids.question,
  role: 'assistant',
  content: 'Mostly expected inflation and the central bank.',
  attachments: [],
  metadata: {
    processing: false,
    status: 'complete',
    model: 'grok-4',
    modelId: 'grok-4',
    numSourcesUsed: 1,
    citations: [{ source: 'example.org', url: 'https://example.org/rates' }],
  },
  createdAt: time,
};

export const exchange = { userMessage: question, assistantMessage: answer };
export const retried = {
  assistantMessage: { ...answer, content: '', metadata: { processing: true } },
  attempt: 1,
};
export const versions = {
  items: [
    {
      ...answer,
      id: ids.earlierAnswer,
      isActive: false,
      content: 'Mostly',
      metadata: { processing: false, status: 'stopped' },
    },
    { ...answer, isActive: true },
  ],
};
export const snapshot = {
  id: ids.file,
  url: 'https://example.org/rates',
  canonicalUrl: 'https://example.org/rates',
  title: 'What moves rates',
  site: 'Example',
  publishedAt: '2026-05-01',
  text: 'Rates follow expected inflation.',
  contentHash: 'f2b1',
  isCut: false,
  readAt: time,
  changedAt: null,
};
export const event = { type: 'text', messageId: ids.answer, attempt: 1, seq: 2, at: 0, text: 'Mostly' };

const objectPath = `/objects/${ids.file}`;

export const uploadTarget = {
  uploadURL: `http://localhost:3000${objectPath}?expires=1777888200&signature=…`,
  headers: { 'Content-Type': 'application/pdf' },
  objectPath,
};

export const claimedFile = {
  id: ids.file,
  objectPath,
  name: 'report.pdf',
  type: 'application/pdf',
  size: 48_213,
  state: 'queued',
};

export const attachment = { type: 'application/pdf', name: 'report.pdf', size: 48_213, url: objectPath };

export const position = {
  id: ids.position,
  userId: ids.user,
  name: 'Tesla',
  ticker: 'TSLA',
  avgEntryPrice: '180.25',
  purchaseDate: '2023-05-15T00:00:00.000Z',
  status: 'open',
  closeDate: null,
  closePrice: null,
  createdAt: time,
  latestPrice: '250.10',
  priceAsOf: time,
  priceSource: 'Yahoo Finance',
  isPriceStale: false,
  gainsPercent: '38.75',
};

export const joined = { message: "You've been added to the waitlist. We'll be in touch soon!" };
export const waitlistFile = `Email,Signed Up\r\ngrace@example.com,${time}\r\n`;
export const entry = { id: ids.entry, email: 'grace@example.com', createdAt: time };

export const token = {
  id: ids.token,
  name: 'Reports',
  scope: 'read',
  createdAt: time,
  lastUsedAt: null,
  expiresAt: '2026-08-02T09:30:00.000Z',
};

export const linkToken = 'Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1yYW5kb21uZXNz';
export const share = {
  id: ids.token,
  url: 'https://insight.example.com/s/Zm9ydHktdGhyZWUtY2hhcg',
  title: 'What moves rates?',
  conversationId: conversation.id,
  messageId: null,
  audience: 'members',
  groups: [],
  isProtected: false,
  files: [],
  createdAt: time,
  expiresAt: null,
};
export const shareContents = {
  files: [{ id: ids.token, name: 'rates.pdf', type: 'application/pdf', size: 48_213 }],
  filesInProcess: 0,
  leavesOutAnswer: false,
};
export const createdToken = { ...token, token: `qi_${linkToken}` };
export const resetRequested = {
  message: "If this email has an account, we've sent it a password reset link.",
};
export const resetCompleted = { message: 'Your password has been changed. Sign in with the new one.' };
export const memorySettings = { isEnabled: true };
export const memory = {
  id: ids.entry,
  text: 'Prefers figures in euros.',
  conversation: { id: ids.conversation, title: 'Rates' },
  createdAt: time,
  updatedAt: time,
};
export const memoryOverview = { isEnabled: true, facts: [memory] };
export const chatPreferences = { modelTitles: true, suggestedQuestions: true };
export const instructions = { instructions: 'Answer in metric units.' };
export const locked = {
  message: 'ada@example.com has been locked. Its sessions have ended and its API tokens are revoked.',
};

export const invitation = {
  id: ids.token,
  email: 'grace@example.com',
  isAdmin: false,
  state: 'pending',
  invitedBy: 'ada@example.com',
  createdAt: time,
  expiresAt: time,
};
export const createdInvitation = {
  ...invitation,
  url: `https://insight.example.com/invitation#token=${linkToken}`,
  isSent: false,
};

export const setupToken = 'Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1v';

export const auditEvent = {
  id: '1042',
  at: time,
  kind: 'account-locked',
  actor: 'grace@example.com',
  actorId: '4c1f7a52-9f0e-4b0a-8a4b-3f7f3c1d2e6a',
  subject: 'ada@example.com',
  subjectId: ids.user,
  details: {},
  ip: '203.0.113.7',
  requestId: 'a3f1c9d0-6c1e-4a55-9b0e-2f7d8c6b5a41',
};

export const session = {
  id: 'a3f1c2d4e5b60718293a4b5c6d7e8f90',
  device: 'Firefox on Windows',
  address: '203.0.113.7',
  signedInAt: time,
  lastActiveAt: time,
  isCurrent: true,
};

export const signInMethods = {
  hasPassword: true,
  hasPasskey: false,
  isPasskeyConfirmed: false,
  isConfirmed: false,
  identities: [
    {
      id: '5b1f0c3e-8f0a-4a55-9a6e-0c2d4e6f8a10',
      issuer: 'https://id.example.com',
      name: 'Example ID',
      email: 'ada@example.com',
      connectedAt: time,
      lastUsedAt: time,
    },
  ],
  available: [{ id: 'google', name: 'Google' }],
  confirmWith: [{ id: 'sso', name: 'Example ID' }],
};

export const receipt = {
  format: 'answer-receipt',
  version: 1,
  question: 'What moves rates?',
  answer: { id: ids.answer, text: 'Mostly expected inflation.', model: 'grok-4', status: 'complete', createdAt: time },
  steps: [{ kind: 'web_page', label: 'Reading example.org', state: 'done' }],
  citations: [{ source: 'example.org', url: 'https://example.org/rates' }],
  pages: [],
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
