export const exportWords = {
  conversationMenu: 'Share and export',
  answerMenu: 'More actions',
  as: {
    docx: 'Export as Word',
    pdf: 'Export as PDF',
    html: 'Export as web page',
    md: 'Export as Markdown',
    json: 'Export as JSON',
  },
  exporting: 'Exporting...',
  exported: 'Exported',
  failed: 'Failed to export',
  broken: "The connection was lost. Check that you're online, then try again.",
} as const;
