import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { versionWords as words } from '~/client/words/versions';

interface QuestionActionsProps {
  content: string;
  onEdit: () => void;
  /** Puts the focus on the edit button: editing was cancelled. */
  isFocused: boolean;
}

/** What can be done with a question, in its first line. It comes with the pointer or the keyboard; on touch it stays. */
export default function QuestionActions({ content, onEdit, isFocused }: QuestionActionsProps) {
  const edit = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isFocused) edit.current?.focus();
  }, [isFocused]);

  return (
    // Without a height: the line stays as high as its text, so nothing moves when the buttons arrive.
    <chakra.span display="flex" alignItems="center" height="0" css={revealing}>
      <CopyButton label={words.copy} text={() => content} />
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
