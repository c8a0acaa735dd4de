/** Where conversations can come from. */
export const importSources = ['chatgpt', 'claude', 'open-webui', 'qinsight'] as const;
export type ImportSource = (typeof importSources)[number];

export const importStates = ['waiting', 'reading', 'ready', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];
