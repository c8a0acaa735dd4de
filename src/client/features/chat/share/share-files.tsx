import { Stack, Text } from '@chakra-ui/react';
import { errorMessage } from '~/client/lib/error-message';
import { formatFileSize } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { CheckboxList } from '~/client/ui/form/checkbox-list';
import { shareWords as words } from '~/client/words/share';
import type { ShareTarget } from './share-target';

/** The polling interval while an answer streams or a file is processed. */
const pollMs = 2000;

interface ShareFilesProps {
  target: ShareTarget;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** The files that a link can include, none by default, and those that it would omit. */
export function ShareFiles({ target, chosen, onChange }: ShareFilesProps) {
  const contents = trpc.shares.contents.useQuery(target, {
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && (data.leavesOutAnswer || data.filesInProcess > 0) ? pollMs : false,
  });
  if (contents.isError)
    return (
      <ErrorState
        title={words.filesFailed}
        description={errorMessage(contents.error)}
        onRetry={() => void contents.refetch()}
      />
    );
  const { files = [], filesInProcess = 0, imagesWithheld = 0, leavesOutAnswer = false } = contents.data ?? {};
  const options = files.map(({ id, name, size }) => ({ id, name: `${name} (${formatFileSize(size)})` }));
  return (
    <>
      <Text role="status" _empty={{ display: 'none' }}>
        {leavesOutAnswer ? words.leavesOutAnswer : ''}
      </Text>
      {options.length > 0 && (
        <Stack gap="1">
          <CheckboxList legend={words.files} options={options} chosen={chosen} onChange={onChange} />
          <Text textStyle="caption" color="fg.muted">
            {words.filesHint}
          </Text>
        </Stack>
      )}
      {filesInProcess > 0 && (
        <Text textStyle="caption" color="fg.muted">
          {words.inProcess(filesInProcess)}
        </Text>
      )}
      {imagesWithheld > 0 && (
        <Text textStyle="caption" color="fg.muted">
          {words.withheld(imagesWithheld)}
        </Text>
      )}
    </>
  );
}
