/** The limits that pages need for their first paint. The others would add a kilobyte to every page. */
export const interfaceLimits = {
  messageCharacters: 2000,
  attachmentsPerMessage: 5,
  attachmentBytes: 10_485_760,
  panelWidth: { initial: 256, min: 200, max: 600 },
  wideScreenPixels: 768,
  toastMs: 5000,
  tooltipMs: { open: 700, skip: 300 },
} as const;
