import { chakra, Flex, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTextHeight } from '~/client/hooks/use-text-height';
import { isComposing } from '~/client/lib/is-composing';
import { errorToast } from '~/client/lib/toast';
import { Button } from '~/client/ui/form/button';
import { versionWords as words } from '~/client/words/versions';
import { limits } from '~/shared/limits';
import type { ChatMessage } from '~/shared/schemas/messages';
import { newRequestId } from '../composer/request-id';
import type { EditedQuestion } from '../thread/thread-actions';
import { useEditedText } from './use-edit-draft';

interface EditQuestionProps {
  message: ChatMessage;
  /** Whether the user has just opened it, so that it takes the focus. */
  isFocused: boolean;
  onSend: (edited: EditedQuestion) => Promise<void>;
  onCancel: () => void;
}

/** Edits the text of a question, a draft until it is sent. Enter sends it as a new version, Escape cancels. */
export function EditQuestion({ message, isFocused, onSend, onCancel }: EditQuestionProps) {
  const box = useFocusedAtEnd(isFocused);
  const { text, change, forget } = useEditedText(message);
  useTextHeight(box, text);
  const isTooLong = text.length > limits.messageCharacters;
  const canSend = text.trim() !== '' && !isTooLong && text !== message.content;
  const { isPending, sendOnce } = useSendOnce(async (edited) => {
    await onSend(edited);
    forget();
  });
  const send = () => canSend && void sendOnce(text);

  function cancel() {
    forget();
    onCancel();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey))) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') send();
    else cancel();
  }

  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      alignSelf="stretch"
      bg="bg.overlay"
      borderWidth="1px"
      borderColor={isTooLong ? 'danger' : 'border.control'}
      borderRadius="card"
      px="4"
      py="3"
    >
      <TextBox
        ref={box}
        aria-label={words.editing}
        aria-invalid={isTooLong || undefined}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        dir="auto"
      />
      <Flex align="center" justify="flex-end" gap="2" pt="2">
        <Text as="span" flex="1" textStyle="caption" color={isTooLong ? 'danger' : 'fg.subtle'}>
          {text.length}/{limits.messageCharacters}
        </Text>
        <Button size="sm" variant="ghost" onClick={cancel}>
          {words.cancel}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={!canSend} pending={isPending}>
          {words.send}
        </Button>
      </Flex>
    </chakra.form>
  );
}

/** Focuses the box when it opens, with the caret at its end. */
function useFocusedAtEnd(isFocused: boolean) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!isFocused || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [isFocused]);
  return box;
}

/** Prevents sending twice while a request is pending, and retries a failed send with the same id. */
function useSendOnce(onSend: EditQuestionProps['onSend']) {
  const [isPending, setIsPending] = useState(false);
  const lastSent = useRef({ content: '', clientRequestId: '' });

  async function sendOnce(text: string) {
    if (isPending) return;
    setIsPending(true);
    // The same text keeps its id, in case the server already has it.
    if (lastSent.current.content !== text) lastSent.current = { content: text, clientRequestId: newRequestId() };
    try {
      await onSend(lastSent.current);
    } catch (cause) {
      errorToast(words.couldNotSend, cause);
      setIsPending(false);
    }
  }
  return { isPending, sendOnce };
}

const TextBox = chakra('textarea', {
  base: {
    display: 'block',
    width: 'full',
    minHeight: '16',
    maxHeight: '16rem',
    bg: 'transparent',
    color: 'fg',
    textStyle: 'body',
    resize: 'none',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    _focusVisible: { outline: 'none' },
  },
});
