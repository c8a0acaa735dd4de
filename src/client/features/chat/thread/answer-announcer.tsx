import { chakra } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { threadWords as words } from '~/client/words/thread';
import { brand } from '~/shared/brand';
import type { ChatMessage } from '~/shared/schemas/messages';
import { lastWords, nextSentences } from './announce';

const everyMs = 4000;

interface AnswerAnnouncerProps {
  messages: readonly ChatMessage[];
  running: ChatMessage | undefined;
}

/** Announces the running answer to screen readers: its start, its sentences, and its end. */
export function AnswerAnnouncer({ messages, running }: AnswerAnnouncerProps) {
  const [announcement, setAnnouncement] = useState('');
  const textOf = useEffectEvent((id: string) => messages.find((message) => message.id === id)?.content ?? '');
  const id = running?.id;

  useEffect(() => {
    if (!id) return;
    let from = 0;
    setAnnouncement(words.answerBegan(brand.chat));
    const timer = setInterval(() => {
      const next = nextSentences(textOf(id), from);
      if (!next) return;
      from = next.end;
      setAnnouncement(next.words);
    }, everyMs);
    return () => {
      clearInterval(timer);
      // A short answer ends before its first sentences are announced, so announce the rest here.
      setAnnouncement(lastWords(textOf(id), from, { rest: words.answerGoesOn, ended: words.answerEnded }));
    };
  }, [id]);

  return (
    <chakra.div srOnly role="status" aria-live="polite">
      {announcement}
    </chakra.div>
  );
}
