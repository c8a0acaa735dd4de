import { Flex, Stack, Text } from '@chakra-ui/react';
import { File, FileImage, FileText, FileType } from 'lucide-react';
import { formatFileSize } from '~/client/lib/format';
import { limits } from '~/shared/limits';
import type { Attachment } from '~/shared/schemas/messages';

const previewLength = limits.extractedTextPreviewCharacters;

/** A file of a message: its kind, name and size, and what was read from it. */
export function AttachmentCard({ attachment }: { attachment: Attachment }) {
  const { name, size, type, processedType, extractedText, processingError } = attachment;
  const { Icon, kind } = kindOf(type, name);
  return (
    <Stack
      gap="2"
      width="min(24rem, 92%)"
      p="3"
      borderWidth="1px"
      borderColor="border"
      borderRadius="control"
      bg="bg.raised"
      textStyle="caption"
    >
      <Flex gap="3" align="center">
        <Icon size={20} strokeWidth={1.5} aria-label={kind} role="img" />
        <Stack gap="0" minWidth="0" flex="1">
          <Text as="span" textStyle="ui" truncate title={name} dir="auto">
            {name}
          </Text>
          <Text as="span" color="fg.subtle">
            {formatFileSize(size)}
            {processedType && ` · ${processedType.toUpperCase()}`}
          </Text>
        </Stack>
      </Flex>
      {extractedText && (
        <Text color="fg.muted" overflowWrap="anywhere" dir="auto">
          Extracted Text: {extractedText.slice(0, previewLength)}
          {extractedText.length > previewLength && '…'}
        </Text>
      )}
      {processingError && <Text color="danger">Processing error: {processingError}</Text>}
    </Stack>
  );
}

function kindOf(type: string, name: string) {
  if (type === 'application/pdf') return { Icon: FileText, kind: 'PDF' };
  if (type.startsWith('image/')) return { Icon: FileImage, kind: 'Image' };
  if (/word|document/.test(type) || /\.docx?$/i.test(name)) return { Icon: FileType, kind: 'Document' };
  return { Icon: File, kind: 'File' };
}
