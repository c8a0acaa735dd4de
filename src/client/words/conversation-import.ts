import { counted } from '~/shared/counted';

const conversations = (count: number) => counted(count, 'conversation', 'conversations');
const messages = (count: number) => counted(count, 'message', 'messages');

export const conversationImportWords = {
  heading: 'Import conversations',
  note: 'From a ChatGPT, Claude, Open WebUI or qInsight export: a zip or JSON file of up to 200 MB.',
  file: 'Export to import',
  choose: 'Import Conversations',
  tooLarge: (size: string) =>
    `The file is ${size}. The limit is 200 MB. Unzip the export and choose its conversations.json.`,
  empty: 'The file is empty.',
  uploading: (percent: number) => `Uploading... ${percent}%`,
  reading: (count: number) => `Reading the file... ${conversations(count)}`,
  running: (done: number, all: number) =>
    `Importing... ${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} conversations`,
  progress: 'Import progress',
  loadFailed: "Couldn't load your imports",
  cancel: 'Cancel',
  start: (count: number) => `Import ${conversations(count)}`,
  startMessages: (count: number) => `Import ${messages(count)}`,
  starting: 'Starting...',
  nothingNew: 'You already have everything in this file.',
  facts: {
    file: 'File',
    from: 'From',
    adds: 'New',
    present: 'Already here',
    period: 'Period',
    left: 'Not imported',
    shortened: 'Shortened',
  },
  adds: (added: number, texts: number) => `${conversations(added)}, ${messages(texts)}`,
  conversations,
  shortened: (count: number) => `${messages(count)} over 200,000 characters`,
  kept: (days: number) =>
    `On this server, conversations are deleted ${counted(days, 'day', 'days')} after their last message, including imported ones.`,
  untitled: 'Untitled',
  more: (count: number) => `${conversations(count)} more`,
  done: (added: number, texts: number) => `${conversations(added)} and ${messages(texts)} imported.`,
  open: 'Open qChat',
  another: 'Import Another File',
  files: (names: string) => `Files that were not imported: ${names}`,
  checks: "The file contains these check results. qChat hasn't verified them:",
  cut: 'The end of this message was not imported.',
};
