/** The product's business constants, each once. Times in milliseconds, sizes in bytes unless the name says otherwise. */
export const limits = {
  messageCharacters: 2000,
  titleFromMessageCharacters: 50,
  titleCharacters: 200,
  extractedTextPreviewCharacters: 200,
  nameCharacters: 100,
  emailCharacters: 254,
  passwordMinLength: 6,
  passwordMaxLength: 256,
  attachmentsPerMessage: 5,
  attachmentBytes: 10_485_760,
  attachedTextCharacters: 500_000,
  conversationsPerPage: 50,
  messagesPerPage: 50,
  listRows: 100,
  tokensPerPerson: 50,
  tokenNameCharacters: 100,
  panelWidth: { initial: 256, min: 200, max: 600 },
  wideScreenPixels: 768,
  maxPrice: '99999999.99',
  setupRedirectMs: 2000,
  toastMs: 5000,
  tooltipMs: { open: 700, skip: 300 },
} as const;

export const defaultConversationTitle = 'New Chat';
