import { useCallback, useEffect, useRef, useState } from 'react';

/** The part of the Web Speech API that is used; TypeScript's library does not know it. */
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
  const browser = window as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };
  return browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
}

const reasons: Record<string, string> = {
  'not-allowed': 'The microphone is blocked. Allow it in your browser’s settings to dictate.',
  'service-not-allowed': 'Your browser does not allow dictation here.',
  'audio-capture': 'No microphone was found.',
  network: 'Dictation needs a network connection and could not reach its service.',
  'no-speech': 'Nothing was heard. Try again a little closer to the microphone.',
};

/** Dictation where the browser offers it; `onText` receives each finished phrase. */
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
      if (error !== 'aborted') onProblem(reasons[error] ?? 'Dictation stopped unexpectedly.');
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
