import { Text } from '@chakra-ui/react';
import { copyText } from '~/client/lib/copy-text';
import { toast } from '~/client/lib/toast';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { markdownWords } from '~/client/words/markdown';
import { shareWords as words } from '~/client/words/share';

/** The new link, ready to be copied. */
export function SharedLink({ url, onClose }: { url: string; onClose: () => void }) {
  function copy() {
    copyText(url).then(
      () => {
        toast({ kind: 'success', title: words.copied });
        onClose();
      },
      () => toast({ kind: 'error', title: markdownWords.couldNotCopy, description: markdownWords.clipboardBlocked }),
    );
  }
  return (
    <FormDialog
      title={words.created}
      pending={false}
      submitLabel={words.copy}
      closeLabel={words.done}
      pendingLabel={words.copy}
      formProps={{
        onSubmit(event) {
          event.preventDefault();
          copy();
        },
      }}
      onClose={onClose}
    >
      <TextField label={words.link} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Text color="fg.muted">{words.revokeHint}</Text>
    </FormDialog>
  );
}
