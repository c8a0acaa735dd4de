import { Text } from '@chakra-ui/react';
import { draftWords as words } from '~/client/words/draft';

/** Shows that a form contains restored, unsaved text. */
export function RestoredNote({ isOutdated }: { isOutdated: boolean }) {
  return (
    <Text role="status" color="fg.muted">
      {isOutdated ? `${words.restored} ${words.outdated}` : words.restored}
    </Text>
  );
}
