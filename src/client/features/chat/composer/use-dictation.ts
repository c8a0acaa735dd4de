import { useCallback, useEffect, useRef, useState } from 'react';
import { dictationWords as words } from '~/client/words/dictation';

/** The part of the Web Speech API in use, which TypeScript's library lacks. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { resultIndex: number; results: ArrayLike<RecognitionResult> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}
interface RecognitionResult {
  isFinal: boolean;
  0: { transcript: string };
}
type RecognitionClass = new () => Recognition;

function recognitionClass(): RecognitionClass | undefined {
  // TypeScript's DOM types do not contain the API, because only some browsers have it.
  const browser = window as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };
  return browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
}

const reasons = (): Record<string, string> => ({
  'not-allowed': words.microphoneBlocked,
  'service-not-allowed': words.dictationForbidden,
  'audio-capture': words.noMicrophone,
  network: words.dictationOffline,
  'no-speech': words.nothingHeard,
});

/** Dictation where the browser supports it; `onText` receives each final phrase. */
export function useDictation(onText: (text: string) => void, onProblem: (words: string) => void) {
  const [isRecording, setIsRecording] = useState(false);
  const recognition = useRef<Recognition>(undefined);

  useEffect(() => () => recognition.current?.abort(), []);

  const toggle = useCallback(() => {
    if (recognition.current) return recognition.current.stop();
    const Class = recognitionClass();
    if (!Class) return;
    const session = new Class();
    session.lang = navigator.language;
    session.continuous = true;
    session.interimResults = false;
    session.onresult = ({ resultIndex, results }) => {
      for (const result of Array.from(results).slice(resultIndex)) if (result.isFinal) onText(result[0].transcript);
    };
    session.onerror = ({ error }) => {
      if (error !== 'aborted') onProblem(reasons()[error] ?? words.dictationStopped);
    };
    session.onend = () => {
      recognition.current = undefined;
      setIsRecording(false);
    };
    recognition.current = session;
    session.start();
    setIsRecording(true);
  }, [onText, onProblem]);

  return { isSupported: recognitionClass() !== undefined, isRecording, toggle };
}
