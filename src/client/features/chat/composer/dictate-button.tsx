import { Mic, MicOff } from 'lucide-react';
import { useCallback } from 'react';
import { toast } from '~/client/lib/toast';
import { IconButton } from '~/client/ui/form/button';
import { dictationWords as words } from '~/client/words/dictation';
import { useDictation } from './use-dictation';

const onProblem = (description: string) => toast({ kind: 'error', title: words.voiceInput, description });

/** Dictates into the text box. If the browser has no speech recognition, the button stays focusable and says so. */
export function DictateButton({ onText }: { onText: (text: string) => void }) {
  const addPhrase = useCallback((text: string) => onText(text.trim()), [onText]);
  const { isSupported, isRecording, toggle } = useDictation(addPhrase, onProblem);
  if (!isSupported) {
    return (
      <IconButton label={words.noVoiceInput} aria-disabled size="sm" opacity={0.5}>
        <MicOff size={18} strokeWidth={1.5} />
      </IconButton>
    );
  }
  return (
    <IconButton
      label={isRecording ? words.stopVoiceInput : words.voiceInput}
      aria-pressed={isRecording}
      size="sm"
      color={isRecording ? 'accent' : undefined}
      bg={isRecording ? 'accent.subtle' : undefined}
      animation={isRecording ? 'pulse 1.6s ease-in-out infinite' : undefined}
      onClick={toggle}
    >
      <Mic size={18} strokeWidth={1.5} />
    </IconButton>
  );
}
