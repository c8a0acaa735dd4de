import { chakra } from '@chakra-ui/react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTextHeight } from '~/client/hooks/use-text-height';
import { isComposing } from '~/client/lib/is-composing';
import { composerWords as words } from '~/client/words/composer';
import { brand } from '~/shared/brand';

interface MessageBoxProps {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isInvalid: boolean;
  describedBy: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
}

/** Grows with its text up to 8rem. Enter sends, except when it confirms an input method's suggestion. */
export function MessageBox({ box, text, isInvalid, describedBy, onChange, onSubmit }: MessageBoxProps) {
  useTextHeight(box, text);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onSubmit();
  }

  return (
    <chakra.textarea
      ref={box}
      rows={1}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      placeholder={words.placeholder(brand.chat)}
      aria-label={words.message(brand.chat)}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      enterKeyHint="send"
      dir="auto"
      display="block"
      width="full"
      maxHeight="8rem"
      px="4"
      pt="3"
      pb="1"
      bg="transparent"
      color="fg"
      textStyle="body"
      resize="none"
      overflowY="auto"
      overflowWrap="anywhere"
      _focusVisible={{ outline: 'none' }}
    />
  );
}
