import { section } from '~/client/lib/words';

export const markdownWords = section('markdown', {
  text: 'text',
  copyCode: 'Copy code',
  code: 'Code',
  couldNotCopy: 'Could not copy',
  clipboardRefused: 'Your browser refused access to the clipboard.',
  copied: 'Copied',
  done: 'Done',
  notDone: 'Not done',
  table: 'Table',
  codeIn: (language: string) => `${language} code`,
  imageLoading: (host: string) => `Loading image from ${host}...`,
  imageFailed: (host: string) => `The image from ${host} could not be loaded here. Open it in a new tab`,
  loadImage: (host: string, alt: string) => (alt ? `Load image from ${host}: ${alt}` : `Load image from ${host}`),
});
