import { Text } from '@chakra-ui/react';
import { useSecondsUntil } from '~/client/hooks/use-seconds-until';
import { uploadLimitWords as words } from '~/client/words/upload-limit';

/** Why the remaining files wait, and for how long. Announced once, not every second. */
export function UploadLimitNotice({ continuesAt }: { continuesAt: number | undefined }) {
  const seconds = useSecondsUntil(continuesAt);
  return (
    <Text role="status" textStyle="caption" color="fg.muted" alignSelf="center">
      {continuesAt !== undefined && (
        <>
          {words.waiting}
          <span aria-hidden>, {words.continues(seconds)}</span>
        </>
      )}
    </Text>
  );
}
