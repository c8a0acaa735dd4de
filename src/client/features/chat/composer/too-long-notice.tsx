import { chakra, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { formatCount } from '~/client/lib/format';
import { composerWords as words } from '~/client/words/composer';

interface TooLongNoticeProps {
  /** Characters beyond the limit. */
  surplus: number;
  onAttachText: () => Promise<void>;
}

/** Shows by how much the text is too long, and offers to attach it as a file. */
export function TooLongNotice({ surplus, onAttachText }: TooLongNoticeProps) {
  const [isPending, setIsPending] = useState(false);
  return (
    <chakra.span>
      <Text as="span" role="status" color="danger">
        {words.tooMany(formatCount(surplus), surplus === 1)}
      </Text>{' '}
      <chakra.button
        type="button"
        color="fg"
        textDecoration="underline"
        textUnderlineOffset="2px"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (isPending) return;
          setIsPending(true);
          void onAttachText().finally(() => setIsPending(false));
        }}
      >
        {words.attachAsText}
      </chakra.button>
    </chakra.span>
  );
}
