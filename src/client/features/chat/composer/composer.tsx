import { chakra, Flex, Spacer } from '@chakra-ui/react';
import { ArrowUp, Square } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useCommand } from '~/client/hooks/use-command';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { lazyPart } from '~/client/lib/lazy-part';
import { IconButton } from '~/client/ui/form/button';
import { composerWords as words } from '~/client/words/composer';
import { limits } from '~/shared/limits';
import { AttachButton } from '../files/attach-button';
import { AttachedFiles } from '../files/attached-files-lazy';
import { besideDraft, isOnItsWay } from '../files/pending-file';
import { useFileDrop } from '../files/use-file-drop';
import type { FilesOfDraft } from '../files/use-pending-files';
import { ComposerHints } from './composer-hints';
import { MessageBox } from './message-box';

/** Loaded once the text box is there. */
const DictateButton = lazyPart(() => import('./dictate-button').then((part) => ({ default: part.DictateButton })));
const FileDropOverlay = lazyPart(() => import('../files/file-drop-overlay'));
const PromptMenu = lazyPart(() => import('../prompts/prompt-menu'));
const ComposerMenus = lazyPart(() => import('./composer-menus'));
/** Few installations offer several models. */
const ModelPicker = lazyPart(() => import('../models/model-picker'));

interface ComposerProps {
  text: string;
  onChange: (text: string) => void;
  files: FilesOfDraft;
  onSend: (text: string) => void;
  /** A question is on its way to the server. */
  isSending: boolean;
  /** Present while an answer is being written. A message sent during that time waits for the answer to end. */
  onStop?: (() => void) | undefined;
  isStopping?: boolean;
}

/** Not drawn again for the text that streams above it. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { text, onChange, files, onSend, isSending, onStop, isStopping = false } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const hintsId = useId();
  const { isTooLong, isUploading, hasContent } = stateOf(text, files);
  const canSend = hasContent && !isUploading && !isTooLong && !isSending;

  const isFileOver = useFileDrop(files.store.add);

  // What has arrived is found again after a reload; what is on its way is not.
  useLeaveWarning(isUploading);

  const { stop, stopOnEscape } = useComposerKeys(box, onStop);

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
          // The whole card is the text box, but for its buttons.
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
            {onStop && <StopButton isStopping={isStopping} onStop={stop} />}
            {(!onStop || hasContent) && (
              <SendButton canSend={canSend} isUploading={isUploading} isLater={onStop !== undefined} />
            )}
          </Tools>
        </Card>
        <ComposerHints id={hintsId} length={text.length} onAttachText={attachText} />
        <Suspense>{isFileOver && <FileDropOverlay />}</Suspense>
      </chakra.form>
    </>
  );
});

function stateOf(text: string, { files }: FilesOfDraft) {
  const waiting = besideDraft(files);
  return {
    isTooLong: text.length > limits.messageCharacters,
    isUploading: waiting.some(isOnItsWay),
    hasContent: text.trim() !== '' || waiting.some(({ state }) => state === 'ready'),
  };
}

type Box = RefObject<HTMLTextAreaElement | null>;

/** What changes the text other than typing: a dictated phrase, a research that took it, a file made of it. */
function useTextChanges({ text, onChange, files }: ComposerProps, box: Box) {
  const latest = useRef(text);
  latest.current = text;
  const addPhrase = useCallback(
    (phrase: string) => onChange(latest.current.trim() ? `${latest.current.trimEnd()} ${phrase}` : phrase),
    [onChange],
  );
  const clear = useCallback(() => onChange(''), [onChange]);

  async function attachText() {
    const isAttached = await files.store.addText(text);
    // What was typed since then stays.
    if (isAttached && latest.current === text) onChange('');
    box.current?.focus();
  }

  return { addPhrase, clear, attachText };
}

/** The text box has the focus from the start and gets it back; Escape in it stops the answer. */
function useComposerKeys(box: Box, onStop: (() => void) | undefined) {
  useEffect(() => {
    // What was opened while the conversation loaded keeps the focus: a menu would close.
    const isElsewhere = document.activeElement?.closest('[role=menu], dialog, input, textarea');
    // A phone would cover half the conversation with its keyboard.
    if (matchMedia('(pointer: fine)').matches && !isElsewhere) box.current?.focus();
  }, [box]);

  useCommand(
    'focusComposer',
    useCallback(() => box.current?.focus(), [box]),
  );
  useCommand('stopAnswer', onStop);

  function stop() {
    onStop?.();
    // The button is about to go, and would take the keyboard's place with it.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }

  function stopOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.target !== box.current || event.nativeEvent.isComposing) return;
    onStop?.();
  }

  return { stop, stopOnEscape };
}

interface ToolsProps {
  files: FilesOfDraft;
  text: string;
  onClear: () => void;
  onPhrase: (phrase: string) => void;
  children: ReactNode;
}

/** The row of buttons below the text. */
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

function StopButton({ isStopping, onStop }: { isStopping: boolean; onStop: () => void }) {
  return (
    <IconButton
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
  /** The message waits for the end of an answer. */
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
      // A disabled button could not say why.
      aria-disabled={isUploading || undefined}
      disabled={!canSend && !isUploading}
    >
      <ArrowUp size={18} strokeWidth={2} />
    </IconButton>
  );
}
