import { chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { fileKind } from './file-kind';

interface FileTileProps {
  name: string;
  type: string;
  previewUrl?: string | undefined;
}

/** A thumbnail of an image, or the icon of the file type. */
export function FileTile({ name, type, previewUrl }: FileTileProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const { Icon, kind } = fileKind(type, name);
  return (
    <Flex
      align="center"
      justify="center"
      flexShrink={0}
      boxSize="10"
      bg="bg.hover"
      color="fg.muted"
      borderRadius="control"
      overflow="hidden"
    >
      {previewUrl && previewUrl !== failedUrl ? (
        <chakra.img
          src={atBase(previewUrl)}
          alt={kind}
          boxSize="full"
          objectFit="cover"
          onError={() => setFailedUrl(previewUrl)}
        />
      ) : (
        <Icon size={20} strokeWidth={1.5} role="img" aria-label={kind} />
      )}
    </Flex>
  );
}
