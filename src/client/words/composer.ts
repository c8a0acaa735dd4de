import { section } from '~/client/lib/words';

export const composerWords = section('composer', {
  keys: 'Press Enter to send, Shift+Enter for new line',
  attachAsText: 'attach as text file',
  noLiveSearch: 'No live search',
  noLiveSearchOffline: 'No live search: offline analyst',
  liveSearchActive: 'Live Search active',
  stop: 'Stop generating',
  send: 'Send message',
  waitForFiles: 'Wait until the files are uploaded',
  voiceInput: 'Voice input',
  noVoiceInput: 'Voice input is not supported in this browser',
  stopVoiceInput: 'Stop voice input',
  microphoneBlocked: 'The microphone is blocked. Allow it in your browser’s settings to dictate.',
  dictationForbidden: 'Your browser does not allow dictation here.',
  noMicrophone: 'No microphone was found.',
  dictationOffline: 'Dictation needs a network connection and could not reach its service.',
  nothingHeard: 'Nothing was heard. Try again a little closer to the microphone.',
  dictationStopped: 'Dictation stopped unexpectedly.',
  placeholder: (product: string) => `Message ${product}...`,
  message: (product: string) => `Message ${product}`,
  tooMany: (count: string, isOne: boolean) =>
    `${count} ${isOne ? 'character' : 'characters'} too many. Shorten the message or`,
});
