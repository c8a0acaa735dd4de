import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { sentFilesWords as words } from '~/client/words/sent-files';
import type { Attachment } from '~/shared/schemas/messages';
import { AttachmentCard } from './attachment-card';

const Lightbox = lazyPart(() => import('./lightbox').then((part) => ({ default: part.Lightbox })));

/** The files of a message. Its images open in a lightbox. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [openedUrl, setOpenedUrl] = useState<string>();
  const [wasOpened, setWasOpened] = useState(false);
  const isSeveral = attachments.length > 1;
  const images = attachments.filter(({ previewUrl }) => previewUrl);
  return (
    <>
      <chakra.ul
        aria-label={words.attachments}
        listStyleType="none"
        width={{ base: 'min(24rem, 92%)', md: isSeveral ? 'min(38rem, 100%)' : 'min(24rem, 92%)' }}
        // Cards differ in height; CSS columns leave no gaps between them.
        css={{ columns: { md: isSeveral ? 2 : 1 }, columnGap: '2' }}
      >
        {attachments.map((attachment) => (
          <AttachmentCard
            key={attachment.url}
            attachment={attachment}
            onOpen={() => {
              setOpenedUrl(attachment.url);
              setWasOpened(true);
            }}
          />
        ))}
      </chakra.ul>
      {wasOpened && (
        <Suspense>
          <Lightbox images={images} openedUrl={openedUrl} onOpen={setOpenedUrl} />
        </Suspense>
      )}
    </>
  );
}
