import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { Chip } from '~/client/ui/content/chip';
import { IconButton } from '~/client/ui/form/button';
import { feedbackWords as words } from '~/client/words/feedback';
import type { FeedbackRating } from '~/shared/schemas/feedback';
import type { ChatMessage } from '~/shared/schemas/messages';
import { useFeedback } from './use-feedback';

const FeedbackForm = lazyPart(() => import('./feedback-form'));

const kinds = [
  { rating: 'up', Icon: ThumbsUp },
  { rating: 'down', Icon: ThumbsDown },
] as const;

/** Rates an answer as good or bad, or removes the rating. */
export function FeedbackButtons({ message }: { message: ChatMessage }) {
  const { id: messageId } = message;
  const { feedback, isLoading, save, remove } = useFeedback(message);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);

  function toggle(rating: FeedbackRating) {
    if (isLoading) return;
    if (feedback?.rating === rating) return remove.mutate({ messageId });
    save.mutate({ messageId, rating });
    setIsOpen(rating === 'down');
  }
  return (
    <>
      {kinds.map(({ rating, Icon }) => {
        const isPressed = feedback?.rating === rating;
        return (
          <IconButton
            key={rating}
            label={words[rating]}
            size="sm"
            aria-pressed={isPressed}
            aria-disabled={isLoading || undefined}
            color={isPressed ? 'accent' : undefined}
            bg={isPressed ? 'accent.subtle' : undefined}
            onClick={() => toggle(rating)}
          >
            <Icon size={15} strokeWidth={1.5} />
          </IconButton>
        );
      })}
      {feedback?.rating === 'down' && (
        <Chip as="button" onClick={() => setIsOpen(true)}>
          {words.edit}
        </Chip>
      )}
      {isOpen && feedback && (
        <Suspense fallback={null}>
          <FeedbackForm message={message} feedback={feedback} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
