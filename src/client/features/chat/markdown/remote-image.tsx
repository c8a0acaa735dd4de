import { chakra } from '@chakra-ui/react';
import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/client/ui/button';
import { markdownWords as words } from '~/client/words/markdown';
import { hostOf } from '../sources/sources';

/**
 * An image of an answer. To load one from elsewhere may tell that site what an answer says, so the reader decides;
 * then the server fetches it, as the page itself may load nothing from strangers.
 */
export function RemoteImage({ src, alt }: { src: string | undefined; alt: string }) {
  const [state, setState] = useState<'asked' | 'shown' | 'refused'>('asked');
  const address = src && URL.canParse(src, location.href) ? new URL(src, location.href) : undefined;
  const host = hostOf(address?.href);
  if (!address || !host) return <span>{alt}</span>;

  const isOwn = address.origin === location.origin;
  if (state === 'refused') {
    return (
      <a href={address.href} target="_blank" rel="noopener noreferrer nofollow">
        {words.imageFailed(host)}
      </a>
    );
  }
  if (isOwn || state === 'shown') {
    return (
      <chakra.img
        src={isOwn ? address.href : `/remote-image?url=${encodeURIComponent(address.href)}`}
        alt={alt}
        onError={() => setState('refused')}
        display="block"
        maxWidth="full"
        maxHeight="28rem"
        borderRadius="control"
      />
    );
  }
  return (
    <Button size="sm" maxWidth="full" onClick={() => setState('shown')}>
      <ImageIcon size={15} strokeWidth={1.5} />
      <chakra.span truncate>{words.loadImage(host, alt)}</chakra.span>
    </Button>
  );
}
