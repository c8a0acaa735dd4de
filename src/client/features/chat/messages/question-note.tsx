import { Flex } from '@chakra-ui/react';
import type { ImportedFrom } from '~/shared/schemas/imported-from';
import type { ChatMessage } from '~/shared/schemas/messages';
import ImportedNote from './imported-note';
import { Versions } from './versions';

interface QuestionNoteProps {
  message: ChatMessage;
  onShow: (messageId: string) => void;
}

/** Below a question: what an imported one lacks, and the switch between its versions. */
export function QuestionNote({ message, onShow }: QuestionNoteProps) {
  const hasNote = needsNote(message);
  if (!hasNote && !message.versions) return null;
  return (
    <Flex align="center" justify="flex-end" wrap="wrap" columnGap="2" mr={message.versions && '-2'}>
      {hasNote && <ImportedNote imported={message.metadata.imported} />}
      <Versions message={message} onShow={onShow} />
    </Flex>
  );
}

/** An imported question whose files are missing or whose text was truncated. */
const needsNote = (message: ChatMessage): message is ChatMessage & { metadata: { imported: ImportedFrom } } => {
  const { imported } = message.metadata;
  return imported !== undefined && (imported.files !== undefined || imported.isShortened === true);
};
