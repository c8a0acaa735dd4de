import { chakra, Stack, Text } from '@chakra-ui/react';
import { type SubmitEvent, useRef, useState } from 'react';
import { post, restMessage } from '~/client/lib/rest';
import { toast } from '~/client/lib/toast';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { investorWords as words } from '~/client/words/investors';

/** The server validates the rest, with the same message. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const errorOf = (email: string) => (email === '' || emailShape.test(email) ? undefined : words.invalidEmail);

function useWaitlist(on: { onJoined: () => void; onError: (message: string) => void }) {
  const [state, setState] = useState<'open' | 'joining' | 'joined'>('open');

  async function join(email: string) {
    setState('joining');
    try {
      await post('/api/waitlist/signup', { email });
    } catch (cause) {
      const message = restMessage(cause, words.failedText);
      setState('open');
      on.onError(message);
      toast({ kind: 'error', title: words.failedTitle, description: message });
      return;
    }
    setState('joined');
    on.onJoined();
    toast({ kind: 'success', title: words.joinedTitle, description: words.joinedText });
  }

  return { state, join };
}

/** A single field on a public page, without the application's form library. */
export function WaitlistForm() {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);

  function showError(message: string) {
    setError(message);
    field.current?.focus();
  }

  const { state, join } = useWaitlist({
    // The focused button has been removed.
    onJoined: () => requestAnimationFrame(() => thanks.current?.focus()),
    onError: showError,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = field.current?.value.trim().toLowerCase() ?? '';
    const message = errorOf(email);
    if (message) showError(message);
    else if (email && state === 'open') void join(email);
  }

  if (state === 'joined') {
    return (
      <Text ref={thanks} role="status" tabIndex={-1} textStyle="body" py="2">
        {words.thanks}
      </Text>
    );
  }
  return (
    <chakra.form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        <TextField
          ref={field}
          id="waitlist-email"
          name="email"
          type="email"
          label={words.email}
          placeholder={words.placeholder}
          autoComplete="email"
          maxLength={254}
          required
          error={error}
          onInput={({ currentTarget }) => error && setError(errorOf(currentTarget.value.trim()))}
        />
        <Button type="submit" variant="primary" width="full" pending={state === 'joining'} pendingLabel={words.joining}>
          {words.join}
        </Button>
      </Stack>
    </chakra.form>
  );
}
