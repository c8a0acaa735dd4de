import { chakra, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { formatCount } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { Checkbox } from '~/client/ui/form/checkbox';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { feedbackWords as words } from '~/client/words/feedback';
import { type FeedbackReason, feedbackReasons } from '~/shared/feedback-reasons';
import { limits } from '~/shared/limits';
import type { AnswerFeedback } from '~/shared/schemas/feedback';
import type { ChatMessage } from '~/shared/schemas/messages';
import { useFeedback } from './use-feedback';

interface FeedbackFormProps {
  message: ChatMessage;
  /** The feedback as it was when the form opened. */
  feedback: AnswerFeedback;
  onClose: () => void;
}

const limit = limits.feedbackCharacters;

/** Asks why an answer was rated down. Default export for `lazy`. */
export default function FeedbackForm({ message, feedback, onClose }: FeedbackFormProps) {
  const { save } = useFeedback(message);
  const [reasons, setReasons] = useState<readonly FeedbackReason[]>(feedback.reasons);
  const { formProps, fieldProps, watch } = useServerForm({
    defaultValues: { comment: feedback.comment },
    onValid({ comment }) {
      if (comment.trim().length > limit) return;
      const input = { messageId: message.id, rating: 'down' as const, reasons: [...reasons], comment };
      save.mutate(input, { onSuccess });
    },
  });
  function onSuccess() {
    toast({ kind: 'success', title: words.sent });
    onClose();
  }
  const isNew = feedback.reasons.length === 0 && feedback.comment === '';
  const length = watch('comment').trim().length;
  const choose = (reason: FeedbackReason, isChosen: boolean) =>
    setReasons((before) =>
      feedbackReasons.filter((option) => (option === reason ? isChosen : before.includes(option))),
    );
  return (
    <FormDialog
      title={words.heading}
      submitLabel={words.send}
      pendingLabel={words.sending}
      {...(isNew && { closeLabel: words.skip })}
      pending={save.isPending}
      formProps={formProps}
      onClose={onClose}
    >
      <chakra.fieldset>
        <Text as="legend" srOnly>
          {words.choose}
        </Text>
        <Stack gap="2.5">
          {feedbackReasons.map((reason) => (
            <Checkbox
              key={reason}
              label={words.reasons[reason]}
              checked={reasons.includes(reason)}
              onChange={({ currentTarget }) => choose(reason, currentTarget.checked)}
            />
          ))}
        </Stack>
      </chakra.fieldset>
      <TextArea
        label={words.comment}
        hint={words.commentNote}
        dir="auto"
        {...fieldProps('comment')}
        error={length > limit ? words.tooLong(formatCount(limit)) : undefined}
        count={{ now: length, limit }}
      />
    </FormDialog>
  );
}
