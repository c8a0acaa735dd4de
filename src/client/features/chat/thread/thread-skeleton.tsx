import { Stack } from '@chakra-ui/react';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { threadWords as words } from '~/client/words/thread';

export function ThreadSkeleton() {
  return (
    <Stack gap="8" py="8" role="status" aria-label={words.loading}>
      {['a', 'b'].map((key) => (
        <Stack key={key} gap="4">
          <Skeleton height="11" width="46%" alignSelf="flex-end" borderRadius="card" />
          <Stack gap="2.5">
            <Skeleton width="20%" height="3" />
            <Skeleton width="92%" />
            <Skeleton width="84%" />
            <Skeleton width="58%" />
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}
