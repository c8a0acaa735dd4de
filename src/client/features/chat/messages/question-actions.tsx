import { chakra, Flex } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { versionWords as words } from '~/client/words/versions';
import type { ChatMessage, ImportedFrom } from '~/shared/schemas/messages';
import ImportedNote from './imported-note';
import Versions from './versions';

interface QuestionActionsProps {
  message: ChatMessage;
  onEdit: () => void;
  onShow: (messageId: string) => void;
  /** Puts the focus on the edit button: editing was cancelled. */
  isFocused: boolean;
}

/** What can be done with a question. Copy and edit come with the pointer or the keyboard; on touch they stay. */
export default function QuestionActions({ message, onEdit, onShow, isFocused }: QuestionActionsProps) {
  const edit = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isFocused) edit.current?.focus();
  }, [isFocused]);

  return (
    <Flex align="center" justify="flex-end" wrap="wrap" columnGap="2" minHeight="8" mb="-3" mr="-2" css={revealing}>
      {needsNote(message) && <ImportedNote imported={message.metadata.imported} />}
      <chakra.span data-actions display="flex">
        <CopyButton label={words.copy} text={() => message.content} />
        <IconButton ref={edit} label={words.edit} size="sm" onClick={onEdit}>
          <Pencil size={15} strokeWidth={1.5} />
        </IconButton>
      </chakra.span>
      <Versions message={message} onShow={onShow} />
    </Flex>
  );
}

/** A question that came without its files, or without its end. */
const needsNote = (message: ChatMessage): message is ChatMessage & { metadata: { imported: ImportedFrom } } => {
  const { imported } = message.metadata;
  return imported !== undefined && (imported.files !== undefined || imported.isShortened === true);
};

const revealing = {
  '& [data-actions]': { opacity: 0, transition: 'opacity 120ms ease-out' },
  'article:hover & [data-actions], &:focus-within [data-actions]': { opacity: 1 },
  '@media (pointer: coarse)': { '& [data-actions]': { opacity: 1 } },
};
