import { chakra } from '@chakra-ui/react';
import { ImageIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { Button } from '~/client/ui/form/button';
import { markdownWords as words } from '~/client/words/markdown';
import { imageAddress } from './image-address';
import { loadRemoteImage, type RemoteImageState } from './load-remote-image';

/**
 * An image in an answer. Loading it from another site could leak the answer's content, so the user decides; then the
 * server fetches it, because the CSP blocks other hosts.
 */
export function RemoteImage({ src, alt }: { src: string | undefined; alt: string }) {
  const [isWanted, setIsWanted] = useState(false);
  const address = imageAddress(src, location.href);
  if (!address) return <span>{alt}</span>;
  if (address.kind === 'shown') return <OwnImage src={atBase(address.src)} alt={alt} />;
  const { href } = address;
  if (address.kind === 'link') return <ImageLink href={href}>{alt || href}</ImageLink>;
  if (isWanted) return <FetchedImage href={href} host={address.host} alt={alt} />;
  return (
    <Button size="sm" maxWidth="full" onClick={() => setIsWanted(true)}>
      <ImageIcon size={15} strokeWidth={1.5} />
      <chakra.span truncate>{words.loadImage(address.host, alt)}</chakra.span>
    </Button>
  );
}

function OwnImage({ src, alt }: { src: string; alt: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <ImageLink href={src}>{alt || src}</ImageLink>;
  return <AnswerImage src={src} alt={alt} onError={() => setHasFailed(true)} />;
}

function FetchedImage({ href, host, alt }: { href: string; host: string; alt: string }) {
  const [image, setImage] = useState<RemoteImageState>('loading');
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => loadRemoteImage(href, setImage), [href]);
  if (image === 'failed' || hasFailed) return <ImageLink href={href}>{words.imageFailed(host)}</ImageLink>;
  if (image === 'loading') return <chakra.span color="fg.subtle">{words.imageLoading(host)}</chakra.span>;
  return <AnswerImage src={image.src} alt={alt} onError={() => setHasFailed(true)} />;
}

const ImageLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
);

const AnswerImage = chakra('img', {
  base: { display: 'block', maxWidth: 'full', maxHeight: '28rem', borderRadius: 'control' },
});
