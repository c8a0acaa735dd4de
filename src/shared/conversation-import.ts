import { brand } from './brand';

/** Products from which conversations can be imported. */
export const importSources = ['chatgpt', 'claude', 'open-webui', 'qinsight'] as const;
export type ImportSource = (typeof importSources)[number];

export const importSourceNames: Record<ImportSource, string> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  'open-webui': 'Open WebUI',
  qinsight: brand.company,
};

/** The origin of an imported message. */
export const importedFrom = (source: ImportSource | 'shared'): string =>
  source === 'shared' ? 'From a shared conversation' : `Imported from ${importSourceNames[source]}`;

export const importStates = ['waiting', 'reading', 'ready', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];
