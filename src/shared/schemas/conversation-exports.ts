import { z } from 'zod';
import { uuid } from './text';

/** The file extension. */
const exportFormats = ['md', 'json', 'docx', 'pdf', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportMediaTypes: Record<ExportFormat, string> = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
};

const format = z.enum(exportFormats, `The format must be one of ${exportFormats.join(', ')}`).default('md');

export const exportConversationInput = z.object({ conversationId: uuid, format });
export const exportMessageInput = z.object({ messageId: uuid, format });

/** The exported file's name and type. Its bytes are sent over plain HTTP. */
export const exportedFile = z.strictObject({ fileName: z.string(), mediaType: z.string() });
export type ExportedFile = z.infer<typeof exportedFile>;
