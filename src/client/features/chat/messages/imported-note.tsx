import { Stack, Text } from '@chakra-ui/react';
import { FileInput } from 'lucide-react';
import { conversationImportWords as words } from '~/client/words/conversation-import';
import { importedFrom } from '~/shared/conversation-import';
import type { ImportedFrom } from '~/shared/schemas/imported-from';
import { ExpandableDetails } from './expandable-details';

/** Where a message was imported from, and the information in its file that this server has not verified. */
export default function ImportedNote({ imported }: { imported: ImportedFrom }) {
  const { source, files = [], checks = [], isShortened } = imported;
  const title = importedFrom(source);
  if (files.length === 0 && checks.length === 0 && !isShortened)
    return (
      <Text textStyle="caption" color="fg.subtle">
        {title}
      </Text>
    );
  return (
    <ExpandableDetails icon={FileInput} title={title}>
      <Stack gap="1">
        {isShortened && <Text>{words.cut}</Text>}
        {files.length > 0 && <Text>{words.files(files.join(', '))}</Text>}
        {checks.length > 0 && <Text>{[words.checks, ...checks].join('\n')}</Text>}
      </Stack>
    </ExpandableDetails>
  );
}
