import { chakra, Flex, Spacer } from '@chakra-ui/react';
import { ArrowUp, Square } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
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
  const isTooLong = text.length > limits.messageCharacters;
  const waiting = besideDraft(files.files);
  const isUploading = waiting.some(isOnItsWay);
  const hasContent = text.trim() !== '' || waiting.some(({ state }) => state === 'ready');
  const canSend = hasContent && !isUploading && !isTooLong && !isSending;

  const isFileOver = useFileDrop(files.store.add);

  // What has arrived is found again after a reload; what is on its way is not.
  useLeaveWarning(isUploading);

  const { stop, stopOnEscape } = useComposerKeys(box, onStop);

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
        <chakra.div
          bg="bg.overlay"
          borderWidth="1px"
          borderColor={isTooLong ? 'danger' : 'border.control'}
          borderRadius="card"
          transition="border-color, box-shadow"
          transitionDuration="fast"
          css={{ '&:has(textarea:focus-visible)': { borderColor: isTooLong ? 'danger' : 'focus', ring: '1px' } }}
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
          <Flex align="center" gap="1" px="2" pb="2">
            <AttachButton files={files} />
            <Suspense>
              <ModelPicker />
              <ComposerMenus text={text} onStarted={clear} />
            </Suspense>
            <Spacer />
            <Suspense fallback={<chakra.span boxSize="8" />}>
              <DictateButton onText={addPhrase} />
            </Suspense>
            {onStop && <StopButton isStopping={isStopping} onStop={stop} />}
            {(!onStop || hasContent) && (
              <SendButton canSend={canSend} isUploading={isUploading} isLater={onStop !== undefined} />
            )}
          </Flex>
        </chakra.div>
        <ComposerHints id={hintsId} length={text.length} onAttachText={attachText} />
        <Suspense>{isFileOver && <FileDropOverlay />}</Suspense>
      </chakra.form>
    </>
  );
});

/** The text box has the focus from the start and gets it back; Escape in it stops the answer. */
function useComposerKeys(box: RefObject<HTMLTextAreaElement | null>, onStop: (() => void) | undefined) {
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
