import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { Section } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { conversationImportWords as words } from '~/client/words/conversation-import';
import type { ConversationImportView } from '~/shared/schemas/imports';
import { ImportPreviewView } from './import-preview';
import { ImportProgress } from './import-progress';
import { useConversationImport } from './use-conversation-import';

/** Conversations from exports of this and other services. */
export function ImportSection() {
  const { current, sentPercent, problem, choose, run, remove } = useConversationImport();
  const importJob = current.data?.import ?? null;
  const cancel = (
    <Button pending={remove.isPending} onClick={() => importJob && remove.mutate({ id: importJob.id })}>
      {words.cancel}
    </Button>
  );
  return (
    <Section title={words.heading} description={words.note}>
      {sentPercent !== undefined ? (
        <ImportProgress text={words.uploading(sentPercent)} percent={sentPercent} />
      ) : current.isPending ? (
        <Skeleton height="10" />
      ) : current.isError ? (
        <QueryError title={words.loadFailed} query={current} />
      ) : importJob?.state === 'reading' ? (
        <ImportProgress text={words.reading(importJob.position)}>{cancel}</ImportProgress>
      ) : importJob?.state === 'running' ? (
        <RunningImport importJob={importJob}>{cancel}</RunningImport>
      ) : importJob?.state === 'ready' && importJob.preview ? (
        <ImportPreviewView fileName={importJob.fileName} preview={importJob.preview}>
          <Start importJob={importJob} pending={run.isPending} onStart={() => run.mutate({ id: importJob.id })} />
          {cancel}
        </ImportPreviewView>
      ) : (
        <Stack gap="3" align="start">
          {!problem && importJob?.state === 'done' && <Done importJob={importJob} />}
          {!problem && importJob?.state === 'failed' && (
            <Text role="alert" color="danger">
              {importJob.error}
            </Text>
          )}
          <FileButton label={importJob?.state === 'done' ? words.another : words.choose} onChoose={choose} />
        </Stack>
      )}
      {problem && (
        <Text role="alert" color="danger" overflowWrap="anywhere">
          {problem}
        </Text>
      )}
    </Section>
  );
}

function RunningImport({ importJob, children }: { importJob: ConversationImportView; children: React.ReactNode }) {
  const { preview, position } = importJob;
  const all = Math.max(position, preview ? preview.conversations + preview.present + preview.unreadable : 0);
  return (
    <ImportProgress text={words.running(position, all)} percent={all > 0 ? Math.floor((100 * position) / all) : 0}>
      {children}
    </ImportProgress>
  );
}

interface StartProps {
  importJob: ConversationImportView;
  pending: boolean;
  onStart: () => void;
}

function Start({ importJob: { preview }, pending, onStart }: StartProps) {
  if (!preview || preview.refusal || preview.messages === 0) return null;
  const { conversations, messages } = preview;
  return (
    <Button variant="primary" pending={pending} pendingLabel={words.starting} onClick={onStart}>
      {conversations > 0 ? words.start(conversations) : words.startMessages(messages)}
    </Button>
  );
}

function Done({ importJob: { conversations, messages } }: { importJob: ConversationImportView }) {
  return (
    <HStack gap="3" wrap="wrap" role="status">
      <Text>{words.done(conversations, messages)}</Text>
      <TextLink asChild>
        <PageLink href="/qchat">{words.open}</PageLink>
      </TextLink>
    </HStack>
  );
}

function FileButton({ label, onChoose }: { label: string; onChoose: (file: File) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <chakra.input
        ref={input}
        type="file"
        accept=".zip,.json,application/zip,application/json"
        aria-label={words.file}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Reset, so that the same file can be chosen again.
          event.target.value = '';
          if (file) void onChoose(file);
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
    </>
  );
}
