import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { threadWords as words } from '~/client/words/thread';
import { brand } from '~/shared/brand';
import type { ChatMessage } from '~/shared/schemas/messages';
import { nextSentences } from './announce';

const everyMs = 4000;

/** Tells assistive technology of the answer being written: that it began, its sentences, that it ended. */
export function AnswerAnnouncer({ running }: { running: ChatMessage | undefined }) {
  const [said, setSaid] = useState('');
  const text = useRef('');
  text.current = running?.content ?? text.current;
  const id = running?.id;

  useEffect(() => {
    if (!id) return;
    let from = 0;
    setSaid(words.answerBegan(brand.chat));
    const timer = setInterval(() => {
      const next = nextSentences(text.current, from);
      if (!next) return;
      from = next.end;
      setSaid(next.words);
    }, everyMs);
    return () => {
      clearInterval(timer);
      setSaid(words.answerEnded);
    };
  }, [id]);

  return (
    <chakra.div srOnly role="status" aria-live="polite">
      {said}
    </chakra.div>
  );
}
