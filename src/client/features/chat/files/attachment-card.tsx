import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { atBase } from '~/client/lib/base-path';
import { formatFileSize, plainFileName } from '~/client/lib/format';
import { Spinner } from '~/client/ui/feedback/spinner';
import { readingProgressWords } from '~/client/words/reading-progress';
import { sentFilesWords as words } from '~/client/words/sent-files';
import { limits } from '~/shared/limits';
import type { Attachment } from '~/shared/schemas/messages';
import { textStart } from '~/shared/text-start';
import { FileTile } from './file-tile';

const previewLength = limits.extractedTextPreviewCharacters;

interface AttachmentCardProps {
  attachment: Attachment;
  /** Opens the image at full size. */
  onOpen: () => void;
}

/** A file of a message: its type, name and size, and its extracted text. */
export function AttachmentCard({ attachment, onOpen }: AttachmentCardProps) {
  const { size, type, url, processedType, extractedText, processingError, note, previewUrl } = attachment;
  const name = plainFileName(attachment.name);
  return (
    <Stack
      as="li"
      gap="2.5"
      p="2.5"
      css={{ breakInside: 'avoid', '& + &': { mt: '2' } }}
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
      bg="bg.raised"
      textStyle="caption"
    >
      {previewUrl && <PreviewImage attachment={attachment} name={name} onOpen={onOpen} />}
      <Flex gap="3" align="center">
        {!previewUrl && <FileTile name={name} type={type} />}
        <Stack gap="0" minWidth="0" flex="1">
          {url ? (
            <FileLink href={atBase(url)} target="_blank" rel="noopener" title={name}>
              <bdi>{name}</bdi>
              <chakra.span srOnly> {words.opensInNewTab}</chakra.span>
            </FileLink>
          ) : (
            <Text textStyle="ui" fontWeight="medium" truncate title={name}>
              <bdi>{name}</bdi>
            </Text>
          )}
          <Flex align="center" gap="1" wrap="wrap" color="fg.subtle">
            <span>{formatFileSize(size)}</span>
            {processedType && <span>· {processedType.toUpperCase()}</span>}
            <ReadState attachment={attachment} />
          </Flex>
        </Stack>
      </Flex>
      {extractedText && (
        <Text color="fg.muted" overflowWrap="anywhere" dir="auto">
          <chakra.span color="fg.subtle">{words.extractedText}</chakra.span> {textStart(extractedText, previewLength)}
          {extractedText.length > previewLength && '…'}
        </Text>
      )}
      {processingError && (
        <Text color="danger" overflowWrap="anywhere">
          {words.processingError} {processingError}
        </Text>
      )}
      {/* Says why an image has no preview. Beside a preview, it would only say that no text was read. */}
      {note && !previewUrl && type.startsWith('image/') && (
        <Text color="fg.muted" overflowWrap="anywhere">
          {note}
        </Text>
      )}
    </Stack>
  );
}

function ReadState({ attachment: { state, progress } }: { attachment: Attachment }) {
  if (state === 'queued') return <span>{words.waitingToBeRead}</span>;
  if (state === 'failed') return <chakra.span color="danger">{words.couldNotBeRead}</chakra.span>;
  if (state !== 'reading') return null;
  return (
    // Announcing every page would interrupt a screen reader, so only the start is announced.
    <Flex as="span" role={progress ? undefined : 'status'} align="center" gap="1.5" fontVariantNumeric="tabular-nums">
      · <Spinner size="3" label={null} /> {progress ? readingProgressWords(progress) : words.reading}
    </Flex>
  );
}

interface ImageProps {
  attachment: Attachment;
  name: string;
  onOpen: () => void;
}

function PreviewImage({ attachment: { previewUrl, width, height }, name, onOpen }: ImageProps) {
  return (
    <chakra.button
      type="button"
      aria-label={words.view(name)}
      onClick={onOpen}
      alignSelf="flex-start"
      maxWidth="full"
      borderRadius="control"
      overflow="hidden"
      bg="bg.hover"
      cursor="zoom-in"
    >
      <chakra.img
        src={previewUrl && atBase(previewUrl)}
        alt={name}
        // Reserves space while the image loads, so that content below doesn't jump.
        htmlWidth={width}
        htmlHeight={height}
        display="block"
        maxWidth="full"
        maxHeight="14rem"
        minHeight="10"
        width="auto"
        height="auto"
        loading="lazy"
        decoding="async"
      />
    </chakra.button>
  );
}

const FileLink = chakra('a', {
  base: {
    display: 'block',
    textStyle: 'ui',
    fontWeight: 'medium',
    truncate: true,
    borderRadius: 'tight',
    _hover: { textDecoration: 'underline' },
  },
});
