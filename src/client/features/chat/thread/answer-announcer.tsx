import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { threadWords as words } from '~/client/words/thread';
import { brand } from '~/shared/brand';
import type { ChatMessage } from '~/shared/schemas/messages';
import { nextSentences, plainWords } from './announce';

const everyMs = 4000;

interface AnswerAnnouncerProps {
  messages: readonly ChatMessage[];
  running: ChatMessage | undefined;
}

/** Tells assistive technology of the answer being written: that it began, its sentences, what was left, that it ended. */
export function AnswerAnnouncer({ messages, running }: AnswerAnnouncerProps) {
  const [said, setSaid] = useState('');
  const latest = useRef(messages);
  latest.current = messages;
  const id = running?.id;

  useEffect(() => {
    if (!id) return;
    let from = 0;
    const text = () => latest.current.find((message) => message.id === id)?.content ?? '';
    setSaid(words.answerBegan(brand.chat));
    const timer = setInterval(() => {
      const next = nextSentences(text(), from);
      if (!next) return;
      from = next.end;
      setSaid(next.words);
    }, everyMs);
    return () => {
      clearInterval(timer);
      // A short answer is over before its first sentences are due.
      setSaid(`${plainWords(text().slice(from))} ${words.answerEnded}`.trim());
    };
  }, [id]);

  return (
    <chakra.div srOnly role="status" aria-live="polite">
      {said}
    </chakra.div>
  );
}
