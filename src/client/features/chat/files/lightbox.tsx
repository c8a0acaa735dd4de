import { chakra, Flex, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { formatFileSize, plainFileName } from '~/client/lib/format';
import { IconButton } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { sentFilesWords as words } from '~/client/words/sent-files';
import type { Attachment } from '~/shared/schemas/messages';

interface LightboxProps {
  images: readonly Attachment[];
  /** The URL of the shown image; undefined closes the lightbox. */
  openedUrl: string | undefined;
  onOpen: (url: string | undefined) => void;
}

/** An image as large as the screen allows; the arrow keys move through the message's images. */
export function Lightbox({ images, openedUrl, onOpen }: LightboxProps) {
  const index = images.findIndex(({ url }) => url === openedUrl);
  const image = images[index];
  const go = (step: number) => {
    const next = images[index + step];
    if (next) onOpen(next.url);
  };
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') go(1);
    if (event.key === 'ArrowLeft') go(-1);
  }
  const name = image ? plainFileName(image.name) : '';
  return (
    <Modal
      isOpen={image !== undefined}
      onClose={() => onOpen(undefined)}
      aria-label={name}
      onKeyDown={onKeyDown}
      width="max-content"
      maxWidth="calc(100vw - 1.5rem)"
      maxHeight="calc(100dvh - 1.5rem)"
      m="auto"
      borderRadius="card"
      overflow="hidden"
      animation="appear 160ms ease-out"
    >
      {image && (
        <>
          <Flex align="center" gap="1" height="14" pl="5" pr="2">
            <Text flex="1" minWidth="0" truncate fontWeight="medium">
              <bdi>{name}</bdi>
            </Text>
            <SizeOf image={image} />
            {images.length > 1 && (
              <>
                <IconButton label={words.previousImage} disabled={index === 0} onClick={() => go(-1)}>
                  <ChevronLeft size={18} strokeWidth={1.5} />
                </IconButton>
                <IconButton label={words.nextImage} disabled={index === images.length - 1} onClick={() => go(1)}>
                  <ChevronRight size={18} strokeWidth={1.5} />
                </IconButton>
              </>
            )}
            <OpenLink href={atBase(image.url)} target="_blank" rel="noopener" data-tooltip={words.openInNewTab}>
              <ExternalLink size={16} strokeWidth={1.5} aria-label={words.openInNewTab} role="img" />
            </OpenLink>
            <IconButton label={words.close} onClick={() => onOpen(undefined)}>
              <X size={18} strokeWidth={1.5} />
            </IconButton>
          </Flex>
          <LargeImage key={image.url} image={image} name={name} />
        </>
      )}
    </Modal>
  );
}

function SizeOf({ image: { width, height, size } }: { image: Attachment }) {
  return (
    <Text display={{ base: 'none', sm: 'block' }} textStyle="caption" color="fg.subtle" whiteSpace="nowrap" px="2">
      {[width && `${width} × ${height}`, formatFileSize(size)].filter(Boolean).join(' · ')}
    </Text>
  );
}

/** The original image if browsers can display its type, otherwise its converted copy. */
function LargeImage({ image, name }: { image: Attachment; name: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Flex justify="center" bg="bg">
      <chakra.img
        src={atBase((hasFailed && image.previewUrl) || image.url)}
        alt={name}
        htmlWidth={image.width}
        htmlHeight={image.height}
        width="auto"
        height="auto"
        maxWidth="full"
        maxHeight="calc(100dvh - 5rem)"
        objectFit="contain"
        onError={() => setHasFailed(true)}
      />
    </Flex>
  );
}

const OpenLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '10',
    borderRadius: 'control',
    color: 'fg.muted',
    _hover: { bg: 'bg.hover', color: 'fg' },
  },
});
