import { chakra, Flex, Spacer } from '@chakra-ui/react';
import { ArrowUp, Square } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefCallback,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useCommand } from '~/client/hooks/use-command';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { isComposing } from '~/client/lib/is-composing';
import { lazyPart } from '~/client/lib/lazy-part';
import { IconButton } from '~/client/ui/form/button';
import { composerWords as words } from '~/client/words/composer';
import { interfaceLimits } from '~/shared/interface-limits';
import { AttachButton } from '../files/attach-button';
import { AttachedFiles } from '../files/attached-files-lazy';
import { isInProgress, notSending } from '../files/pending-file';
import { useFileDrop } from '../files/use-file-drop';
import type { DraftFiles } from '../files/use-pending-files';
import { ComposerHints } from './composer-hints';
import { MessageBox } from './message-box';

/** Loaded after the text box. */
const DictateButton = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.DictateButton })));
const FileDropOverlay = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.FileDropOverlay })));
const PromptMenu = lazyPart(() => import('../prompts/prompt-menu').then((part) => ({ default: part.PromptMenu })));
const ComposerMenus = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ComposerMenus })));
const ModelPicker = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ModelPicker })));

interface ComposerProps {
  text: string;
  onChange: (text: string) => void;
  files: DraftFiles;
  onSend: (text: string) => void;
  /** A message is being sent. */
  isSending: boolean;
  /** Present while an answer is streaming. A message sent during that time is queued. */
  onStop?: (() => void) | undefined;
  isStopping?: boolean;
}

/** Memoized, so that streaming text above doesn't rerender it. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { text, onChange, files, onSend, isSending, onStop, isStopping = false } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const hintsId = useId();
  const { isTooLong, isUploading, hasContent } = stateOf(text, files);
  const canSend = hasContent && !isUploading && !isTooLong && !isSending;

  const isDraggingFile = useFileDrop(files.store.add);

  // Completed uploads are restored after a reload; running ones are lost.
  useLeaveWarning(isUploading);

  const { stop, stopOnEscape, stopButton } = useComposerKeys(box, onStop);

  const { addPhrase, clear, attachText } = useTextChanges(props, box);

  function submit() {
    if (canSend) onSend(text);
  }

  return (
    <>
      <Suspense>{text[0] === '/' && <PromptMenu text={text} box={box} onChange={onChange} />}</Suspense>
      <chakra.form
        method="post"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <Card
          data-invalid={isTooLong || undefined}
          // Clicking anywhere on the card except its buttons focuses the text box.
          onClick={(event) => {
            if (event.target === event.currentTarget) box.current?.focus();
          }}
          onKeyDown={stopOnEscape}
        >
          <AttachedFiles files={files} />
          <MessageBox
            box={box}
            text={text}
            isInvalid={isTooLong}
            describedBy={hintsId}
            onChange={onChange}
            onSubmit={submit}
          />
          <Tools files={files} text={text} onClear={clear} onPhrase={addPhrase}>
            {onStop && <StopButton ref={stopButton} isStopping={isStopping} onStop={stop} />}
            {(!onStop || hasContent) && (
              <SendButton canSend={canSend} isUploading={isUploading} isLater={onStop !== undefined} />
            )}
          </Tools>
        </Card>
        <ComposerHints id={hintsId} length={text.length} onAttachText={attachText} />
        <Suspense>{isDraggingFile && <FileDropOverlay />}</Suspense>
      </chakra.form>
    </>
  );
});

function stateOf(text: string, { files }: DraftFiles) {
  const waiting = notSending(files);
  return {
    isTooLong: text.length > interfaceLimits.messageCharacters,
    isUploading: waiting.some(isInProgress),
    hasContent: text.trim() !== '' || waiting.some(({ state }) => state === 'ready'),
  };
}

type Box = RefObject<HTMLTextAreaElement | null>;

/** Changes of the text other than typing: dictated phrases, a started research run, and text attached as a file. */
function useTextChanges({ text, onChange, files }: ComposerProps, box: Box) {
  const latest = useRef(text);
  latest.current = text;
  const addPhrase = useCallback(
    (phrase: string) => {
      // Recognition may return several phrases before the next render.
      latest.current = `${latest.current.trimEnd()} ${phrase}`.trimStart();
      onChange(latest.current);
    },
    [onChange],
  );
  /** Clears the box, unless its text has changed since `used` was taken from it. */
  const clear = useCallback((used: string) => latest.current === used && onChange(''), [onChange]);

  async function attachText() {
    if (await files.store.addText(text)) clear(text);
    box.current?.focus();
  }

  return { addPhrase, clear, attachText };
}

/** Focuses the text box on mount, on the command and when Stop disappears. Escape in the box stops the answer. */
function useComposerKeys(box: Box, onStop: (() => void) | undefined) {
  const focusBox = useCallback(() => {
    // On a phone, the keyboard would cover half of the conversation.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }, [box]);
  useEffect(() => {
    // Keeps the focus in elements that were opened during loading; a menu would close.
    if (document.activeElement?.closest('[role=menu], dialog, input, textarea')) return;
    focusBox();
    // The caret of a restored draft is at its start.
    const { current } = box;
    if (document.activeElement === current) current?.setSelectionRange(current.value.length, current.value.length);
  }, [box, focusBox]);

  useCommand(
    'focusComposer',
    useCallback(() => box.current?.focus(), [box]),
  );
  useCommand('stopAnswer', onStop);

  function stop() {
    onStop?.();
    focusBox();
  }

  /** A ref whose cleanup runs before the button is removed, to move its focus to the text box. */
  const stopButton = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) focusBox();
    },
    [focusBox],
  );

  function stopOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.target !== box.current || isComposing(event.nativeEvent)) return;
    onStop?.();
  }

  return { stop, stopOnEscape, stopButton };
}

interface ToolsProps {
  files: DraftFiles;
  text: string;
  onClear: (used: string) => void;
  onPhrase: (phrase: string) => void;
  children: ReactNode;
}

/** The toolbar below the text. */
function Tools({ files, text, onClear, onPhrase, children }: ToolsProps) {
  return (
    <Flex align="center" gap="1" px="2" pb="2">
      <AttachButton files={files} />
      <Suspense>
        <ModelPicker />
        <ComposerMenus text={text} onStarted={onClear} />
      </Suspense>
      <Spacer />
      <Suspense fallback={<chakra.span boxSize="8" />}>
        <DictateButton onText={onPhrase} />
      </Suspense>
      {children}
    </Flex>
  );
}

const Card = chakra('div', {
  base: {
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'card',
    transition: 'border-color, box-shadow',
    transitionDuration: 'fast',
    '&:has(textarea:focus-visible)': { borderColor: 'focus', ring: '1px' },
    '&&&[data-invalid]': { borderColor: 'danger' },
  },
});

interface StopButtonProps {
  ref: RefCallback<HTMLButtonElement>;
  isStopping: boolean;
  onStop: () => void;
}

function StopButton({ ref, isStopping, onStop }: StopButtonProps) {
  return (
    <IconButton
      ref={ref}
      variant="secondary"
      size="sm"
      label={words.stop}
      onClick={onStop}
      pointerEvents={isStopping ? 'none' : undefined}
      opacity={isStopping ? 0.5 : undefined}
    >
      <Square size={13} strokeWidth={1.5} fill="currentColor" />
    </IconButton>
  );
}

interface SendButtonProps {
  canSend: boolean;
  isUploading: boolean;
  /** The message will be queued until the current answer ends. */
  isLater: boolean;
}

function SendButton({ canSend, isUploading, isLater }: SendButtonProps) {
  return (
    <IconButton
      variant={canSend ? 'signature' : 'secondary'}
      size="sm"
      type="submit"
      label={isLater ? words.sendLater : words.send}
      tooltip={isUploading ? words.waitForFiles : undefined}
      // Not `disabled`, because a disabled button could not explain why.
      aria-disabled={isUploading || undefined}
      disabled={!canSend && !isUploading}
    >
      <ArrowUp size={18} strokeWidth={2} />
    </IconButton>
  );
}
