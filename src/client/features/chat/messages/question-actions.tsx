import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { versionWords as words } from '~/client/words/versions';
import type { ChatMessage } from '~/shared/schemas/messages';
import { useUnsentText } from './use-edit-draft';

interface QuestionActionsProps {
  message: ChatMessage;
  onEdit: () => void;
  /** Called if the question has an unsent edit, to show it again. */
  onResume: () => void;
  /** Focuses the edit button after editing was canceled. */
  isFocused: boolean;
}

/** The actions on a question, in its first line. Shown on hover and keyboard focus; always visible on touch devices. */
export function QuestionActions({ message, onEdit, onResume, isFocused }: QuestionActionsProps) {
  const edit = useRef<HTMLButtonElement>(null);

  useUnsentText(message, onResume);
  useEffect(() => {
    if (isFocused) edit.current?.focus();
  }, [isFocused]);

  return (
    // Without a height, so that the line keeps its height and nothing moves when the buttons appear.
    <chakra.span display="flex" alignItems="center" height="0" css={revealing}>
      <CopyButton label={words.copy} text={() => message.content} />
      <IconButton ref={edit} label={words.edit} size="sm" onClick={onEdit}>
        <Pencil size={15} strokeWidth={1.5} />
      </IconButton>
    </chakra.span>
  );
}

const revealing = {
  opacity: 0,
  transition: 'opacity 120ms ease-out',
  'article:hover &, &:focus-within': { opacity: 1 },
  '@media (pointer: coarse)': { opacity: 1 },
};
