/**
 * The shape of a language: every section of words, by the name it is asked for. A second language is one file that
 * holds a `Translation` and is given to `speak` (lib/words.ts) before the first screen is drawn; a section or a word
 * it lacks is read in English. Types only: no screen loads another screen's words by this.
 */
import type { accountMenuWords } from './account-menu';
import type { adminWords } from './admin';
import type { appWords } from './app';
import type { attachedFilesWords } from './attached-files';
import type { auditWords } from './audit';
import type { authWords } from './auth';
import type { backTestWords } from './back-test';
import type { commandsWords } from './commands';
import type { composerWords } from './composer';
import type { conversationsWords } from './conversations';
import type { footerWords } from './footer';
import type { importWords } from './import';
import type { investWords } from './invest';
import type { investorWords } from './investors';
import type { knowledgeWords } from './knowledge';
import type { landingWords } from './landing';
import type { legalWords } from './legal';
import type { mainButtonWords } from './main-button';
import type { markdownWords } from './markdown';
import type { notFoundWords } from './not-found';
import type { brainWords, offeringWords, reviewWords, strategyWords } from './offerings';
import type { performanceWords } from './performance';
import type { receiptWords } from './receipt';
import type { sampleWords } from './sample';
import type { settingsWords } from './settings';
import type { setupWords } from './setup';
import type { siteMetaWords } from './site-meta';
import type { sourcesWords } from './sources';
import type { specimenWords } from './specimens';
import type { threadWords } from './thread';
import type { topBarWords } from './top-bar';
import type { trackRecordWords } from './track-record';
import type { uiWords } from './ui';
import type { uploadWords } from './upload';
import type { uploadPanelWords } from './upload-panel';

export interface Catalogue {
  accountMenu: typeof accountMenuWords;
  admin: typeof adminWords;
  app: typeof appWords;
  attachedFiles: typeof attachedFilesWords;
  audit: typeof auditWords;
  auth: typeof authWords;
  backTest: typeof backTestWords;
  commands: typeof commandsWords;
  composer: typeof composerWords;
  conversations: typeof conversationsWords;
  footer: typeof footerWords;
  import: typeof importWords;
  invest: typeof investWords;
  investors: typeof investorWords;
  knowledge: typeof knowledgeWords;
  landing: typeof landingWords;
  legal: typeof legalWords;
  mainButton: typeof mainButtonWords;
  markdown: typeof markdownWords;
  notFound: typeof notFoundWords;
  offerings: typeof offeringWords;
  review: typeof reviewWords;
  strategy: typeof strategyWords;
  brain: typeof brainWords;
  performance: typeof performanceWords;
  receipt: typeof receiptWords;
  sample: typeof sampleWords;
  settings: typeof settingsWords;
  setup: typeof setupWords;
  siteMeta: typeof siteMetaWords;
  sources: typeof sourcesWords;
  specimens: typeof specimenWords;
  thread: typeof threadWords;
  topBar: typeof topBarWords;
  trackRecord: typeof trackRecordWords;
  ui: typeof uiWords;
  uploadPanel: typeof uploadPanelWords;
  upload: typeof uploadWords;
}

export type Translation = { [Name in keyof Catalogue]?: Partial<Catalogue[Name]> };
