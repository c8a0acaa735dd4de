import { Text } from '@chakra-ui/react';
import { useSecondsUntil } from '~/client/hooks/use-seconds-until';
import { uploadLimitWords as words } from '~/client/words/upload-limit';

/** Why the remaining files wait, and for how long. Announced once, not every second. */
export function UploadLimitNotice({ resumesAt }: { resumesAt: number | undefined }) {
  const seconds = useSecondsUntil(resumesAt);
  return (
    // While empty, it must not add a gap to the row.
    <Text role="status" textStyle="caption" color="fg.muted" alignSelf="center" _empty={{ position: 'absolute' }}>
      {resumesAt !== undefined && (
        <>
          {words.waiting}
          <span aria-hidden>, {words.continues(seconds)}</span>
        </>
      )}
    </Text>
  );
}
