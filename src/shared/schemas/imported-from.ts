import { z } from 'zod';
import { importSources } from '~/shared/conversation-import';

export const importedFrom = z
  .strictObject({
    source: z.enum([...importSources, 'shared']).describe('shared: copied from a shared link'),
    files: z.array(z.string()).optional().describe('Names of files that the export mentions. They are not imported'),
    checks: z
      .array(z.string())
      .optional()
      .describe('What the export states of checks of its sources. Nothing of it was verified by this server'),
    isShortened: z.boolean().optional().describe('The end of the text is missing'),
  })
  .meta({ id: 'ImportedFrom' });
export type ImportedFrom = z.infer<typeof importedFrom>;
