import { chakra, Flex, Text } from '@chakra-ui/react';
import { Clock, Paperclip, Pencil, X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Button, IconButton } from '~/client/ui/form/button';
import { waitingWords as words } from '~/client/words/waiting-messages';
import type { Queue, WaitingMessage } from './queue';
import { useWaitingMessages, type WaitingMessagesOptions } from './use-waiting-messages';

type WaitingMessagesProps = WaitingMessagesOptions & {
  /** Receives the function that queues messages of the composer. */
  queue: RefObject<Queue>;
};

/** The queued messages above the composer. */
export function WaitingMessages({ queue: offered, ...options }: WaitingMessagesProps) {
  const waiting = useWaitingMessages(options);
  const { queue, state, problem, notice, sendingId, take } = waiting;
  const { text } = options.draft;
  useEffect(() => {
    const wasPressed = offered.current === 'pressed';
    offered.current = take;
    // Text typed since then is part of the message.
    if (wasPressed && text.trim() !== '') take(text);
    return () => {
      offered.current = undefined;
    };
  });

  const isAsking = !sendingId && (state === 'asking' || problem !== undefined);
  return (
    <>
      <chakra.div srOnly role="status">
        {queue.length > 0 && !isAsking && words.status(queue.length)}
      </chakra.div>
      {notice && (
        <Text role="alert" textStyle="caption" color="danger" px="1" pb="2">
          {notice}
        </Text>
      )}
      {queue.length > 0 && (
        <chakra.section
          aria-label={words.label}
          mb="2"
          borderWidth="1px"
          borderColor="border"
          borderRadius="card"
          bg="bg.raised"
          animation="appear 160ms ease-out"
        >
          {isAsking ? <Asking waiting={waiting} /> : <Waiting />}
          <chakra.ol listStyleType="none" maxHeight="10rem" overflowY="auto">
            {queue.map((item) => (
              <Row key={item.requestId} item={item} isSending={item.requestId === sendingId} waiting={waiting} />
            ))}
          </chakra.ol>
        </chakra.section>
      )}
    </>
  );
}

interface PartProps {
  waiting: ReturnType<typeof useWaitingMessages>;
}

function Waiting() {
  return (
    <Flex align="center" wrap="wrap" columnGap="2" px="3" pt="2" textStyle="caption" color="fg.muted">
      <Clock size={13} strokeWidth={1.5} aria-hidden />
      {words.waiting}
      <chakra.span flex="1" />
      <Text as="span" color="fg.subtle">
        {words.hint}
      </Text>
    </Flex>
  );
}

function Asking({ waiting: { queue, problem, isIncomplete, isAfterOther, send, edit } }: PartProps) {
  const [first] = queue;
  if (!first) return null;
  const question = problem !== undefined ? words.failed(problem) : isAfterOther ? words.moved : words.asking;
  return (
    <Flex role="alert" align="center" wrap="wrap" gap="2" px="3" pt="2">
      <Text flex="1" minWidth="min(12rem, 100%)" textStyle="ui" overflowWrap="anywhere">
        {question}
      </Text>
      <Flex gap="2" ms="auto">
        {!isIncomplete && (
          <Button size="sm" onClick={() => send(first)}>
            {words.send}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => edit(first)}>
          {words.edit}
        </Button>
      </Flex>
    </Flex>
  );
}

function Row({ item, isSending, waiting: { edit, remove } }: PartProps & { item: WaitingMessage; isSending: boolean }) {
  const name = item.content || item.files.map((file) => file.name).join(', ');
  return (
    <Flex as="li" align="center" gap="1" ps="3" pe="1" py="0.5">
      <Text flex="1" minWidth="0" truncate textStyle="ui" color="fg" dir="auto" title={name}>
        {name}
      </Text>
      {item.content && item.files.length > 0 && (
        <Flex align="center" gap="1" flexShrink="0" textStyle="caption" color="fg.muted">
          <Paperclip size={13} strokeWidth={1.5} aria-hidden />
          {words.files(item.files.length)}
        </Flex>
      )}
      {isSending ? (
        <Text flexShrink="0" textStyle="caption" color="fg.muted" px="2" py="1.5">
          {words.sending}
        </Text>
      ) : (
        <>
          <IconButton variant="ghost" size="sm" label={words.editMessage(name)} onClick={() => edit(item)}>
            <Pencil size={14} strokeWidth={1.5} />
          </IconButton>
          <IconButton variant="ghost" size="sm" label={words.remove(name)} onClick={() => remove(item)}>
            <X size={15} strokeWidth={1.5} />
          </IconButton>
        </>
      )}
    </Flex>
  );
}
