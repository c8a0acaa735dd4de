export const dictationWords = {
  voiceInput: 'Voice input',
  noVoiceInput: 'Voice input is not supported in this browser',
  stopVoiceInput: 'Stop voice input',
  microphoneBlocked: "The microphone is blocked. Allow it in your browser's settings to use voice input.",
  dictationForbidden: "Your browser doesn't allow voice input here.",
  noMicrophone: 'No microphone was found.',
  dictationOffline: "Can't reach the speech service. Check your connection.",
  nothingHeard: 'No speech detected. Move closer to the microphone and try again.',
  dictationStopped: 'Voice input stopped unexpectedly.',
} as const;
