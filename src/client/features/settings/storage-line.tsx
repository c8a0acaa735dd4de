import { Text } from '@chakra-ui/react';
import { formatFileSize } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { settingsWords as words } from '~/client/words/settings';

/** The storage that the account uses. Absent until it is loaded. */
export function StorageLine() {
  const { data: usage } = trpc.account.usage.useQuery(undefined, { refetchOnMount: 'always' });
  if (!usage) return null;
  const max = usage.mostBytes > 0 ? formatFileSize(usage.mostBytes) : null;
  return (
    <Text textStyle="caption" color="fg.muted">
      {words.storage(formatFileSize(usage.bytes), max, usage.files)}
    </Text>
  );
}
