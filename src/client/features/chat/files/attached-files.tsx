import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { CircleAlert, X } from 'lucide-react';
import { plainFileName } from '~/client/lib/format';
import { Button, IconButton } from '~/client/ui/form/button';
import { attachedFilesWords as words } from '~/client/words/attached-files';
import { AttachedFile } from './attached-file';
import { summaryOf } from './file-state-words';
import { focusTextBox } from './focus-text-box';
import { notSending } from './pending-file';
import type { DraftFiles } from './use-pending-files';

/** The files of the next message, with their progress. */
export function AttachedFiles({ files: { files, rejections, store } }: { files: DraftFiles }) {
  const waiting = notSending(files);
  return (
    <Stack gap="2" px="3" pt="3">
      {waiting.length > 0 && (
        <Flex align="center" justify="space-between" minHeight="6">
          <Text as="h2" textStyle="caption" fontWeight="medium" color="fg.muted">
            {words.attachedFiles}
          </Text>
          <Button
            variant="ghost"
            size="sm"
            height="6"
            px="2"
            textStyle="caption"
            onClick={(event) => {
              focusTextBox(event);
              store.clear();
            }}
          >
            {words.clearAll}
          </Button>
        </Flex>
      )}
      {waiting.length > 0 && (
        <chakra.ul
          aria-label={words.attachedFiles}
          listStyleType="none"
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }}
          gap="2"
          // Five files must not push the text box off a phone's screen.
          maxHeight="min(15rem, 36dvh)"
          overflowY="auto"
          overscrollBehavior="contain"
        >
          {waiting.map((file) => (
            <AttachedFile key={file.key} file={file} store={store} />
          ))}
        </chakra.ul>
      )}
      {rejections.length > 0 && <Rejections rejections={rejections} onDismiss={store.clearRejections} />}
      <chakra.span srOnly role="status">
        {summaryOf(waiting)}
      </chakra.span>
    </Stack>
  );
}

function Rejections({ rejections, onDismiss }: { rejections: readonly string[]; onDismiss: () => void }) {
  // The button to dismiss them is higher than one line on touch screens.
  const isOne = rejections.length === 1;
  return (
    <Flex
      role="alert"
      gap="2"
      align={isOne ? 'center' : 'flex-start'}
      px="3"
      py="1.5"
      bg="danger.subtle"
      borderRadius="control"
    >
      <chakra.span color="danger" pt={isOne ? undefined : '1'} aria-hidden>
        <CircleAlert size={15} strokeWidth={1.5} />
      </chakra.span>
      <Stack gap="0.5" flex="1" minWidth="0" py="0.5" textStyle="ui" overflowWrap="anywhere">
        {rejections.map((rejection, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same message
          <Text key={index}>{plainFileName(rejection)}</Text>
        ))}
      </Stack>
      <IconButton label={words.dismiss} size="sm" height="6" onClick={onDismiss}>
        <X size={14} strokeWidth={1.5} />
      </IconButton>
    </Flex>
  );
}
