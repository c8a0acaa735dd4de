import { chakra, Flex, Text } from '@chakra-ui/react';
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useSecondsUntil } from '~/client/hooks/use-seconds-until';
import { formatFileSize, plainFileName } from '~/client/lib/format';
import { IconButton } from '~/client/ui/form/button';
import { attachedFilesWords as words } from '~/client/words/attached-files';
import { stateWords } from './file-state-words';
import { FileTile } from './file-tile';
import { focusTextBox } from './focus-text-box';
import { isInProgress, type PendingFile } from './pending-file';
import type { PendingFiles } from './pending-files';

interface AttachedFileProps {
  file: PendingFile;
  store: PendingFiles;
}

/** One file of the draft: its type, its progress and its actions. */
export function AttachedFile({ file, store }: AttachedFileProps) {
  const { key, size, type, state, previewUrl } = file;
  const name = plainFileName(file.name);
  const isFailed = state === 'failed';
  const limitSeconds = useSecondsUntil(state === 'limited' ? file.resumesAt : undefined);
  return (
    <Flex
      as="li"
      position="relative"
      align="center"
      gap="2.5"
      minWidth="0"
      p="2"
      borderWidth="1px"
      borderColor={isFailed ? 'danger' : 'border.strong'}
      borderRadius="control"
      overflow="hidden"
    >
      <FileTile name={name} type={type} previewUrl={previewUrl} />
      <chakra.div flex="1" minWidth="0">
        <Text truncate fontWeight="medium" title={name}>
          <bdi>{name}</bdi>
        </Text>
        <Text
          textStyle="caption"
          color={isFailed ? 'danger' : 'fg.subtle'}
          lineClamp={isFailed || state === 'limited' ? 2 : 1}
          title={isFailed ? stateWords(file) : undefined}
        >
          {isFailed ? stateWords(file) : `${formatFileSize(size)} · ${stateWords(file, limitSeconds)}`}
        </Text>
      </chakra.div>
      <Flex>
        {isFailed && file.canRetry && (
          <IconButton label={words.retryOne(name)} tooltip={words.retry} size="sm" onClick={() => store.retry(key)}>
            <RotateCw size={15} strokeWidth={1.5} />
          </IconButton>
        )}
        {(state === 'uploading' || state === 'paused') && (
          <PauseButton name={name} isPaused={state === 'paused'} onToggle={() => void store.togglePause(key)} />
        )}
        <IconButton
          label={isInProgress(file) ? words.cancelOne(name) : words.removeOne(name)}
          tooltip={isInProgress(file) ? words.cancel : words.remove}
          size="sm"
          onClick={(event) => {
            focusTextBox(event);
            store.remove(key);
          }}
        >
          <X size={15} strokeWidth={1.5} />
        </IconButton>
      </Flex>
      {isInProgress(file) && <Progress file={file} name={name} />}
    </Flex>
  );
}

function PauseButton({ name, isPaused, onToggle }: { name: string; isPaused: boolean; onToggle: () => void }) {
  return (
    <IconButton
      label={isPaused ? words.resumeOne(name) : words.pauseOne(name)}
      tooltip={isPaused ? words.resume : words.pause}
      size="sm"
      onClick={onToggle}
    >
      {isPaused ? <Play size={15} strokeWidth={1.5} /> : <Pause size={15} strokeWidth={1.5} />}
    </IconButton>
  );
}

function Progress({ file: { progress, state }, name }: { file: PendingFile; name: string }) {
  return (
    <chakra.div
      role="progressbar"
      aria-label={words.uploadOf(name)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(progress * 100)}
      position="absolute"
      insetInline="0"
      bottom="0"
      height="2px"
      bg="bg.hover"
    >
      <chakra.div
        height="full"
        bg={state === 'uploading' ? 'accent' : 'fg.subtle'}
        animation={state === 'checking' ? 'pulse 1.6s ease-in-out infinite' : undefined}
        transition="width"
        transitionDuration="slow"
        style={{ width: `${progress * 100}%` }}
      />
    </chakra.div>
  );
}
