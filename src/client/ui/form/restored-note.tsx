import { Text } from '@chakra-ui/react';
import { draftWords as words } from '~/client/words/draft';

/** Says that a form contains unsaved text of an earlier time. */
export function RestoredNote({ isOutdated }: { isOutdated: boolean }) {
  return (
    <Text role="status" color="fg.muted">
      {isOutdated ? `${words.restored} ${words.outdated}` : words.restored}
    </Text>
  );
}
