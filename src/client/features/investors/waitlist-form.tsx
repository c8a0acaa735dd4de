import { chakra, Stack, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useForm } from '~/client/hooks/use-form';
import { post, restMessage } from '~/client/lib/rest';
import { toast } from '~/client/lib/toast';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { investorWords as words } from '~/client/words/investors';

/** Tells what is plainly no address; the server knows the rest of the rules and says it in the same words. */
const addressShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

async function check({ email }: { email: string }): Promise<{ email?: string }> {
  const address = email.trim();
  return address === '' || addressShape.test(address) ? {} : { email: words.invalidEmail };
}

export function WaitlistForm() {
  const [state, setState] = useState<'open' | 'joining' | 'joined'>('open');
  const thanks = useRef<HTMLParagraphElement>(null);
  const form = useForm({
    names: ['email'],
    check,
    onValid: ({ email }) => void join(email.trim().toLowerCase()),
  });

  async function join(email: string) {
    if (!email || state === 'joining') return;
    setState('joining');
    try {
      await post('/api/waitlist/signup', { email });
    } catch (cause) {
      const message = restMessage(cause, words.failedText);
      setState('open');
      form.refuse({ email: message });
      toast({ kind: 'error', title: words.failedTitle, description: message });
      return;
    }
    setState('joined');
    // The button that had the focus is gone.
    requestAnimationFrame(() => thanks.current?.focus());
    toast({ kind: 'success', title: words.joinedTitle, description: words.joinedText });
  }

  if (state === 'joined') {
    return (
      <Text ref={thanks} role="status" tabIndex={-1} textStyle="body" py="2">
        {words.thanks}
      </Text>
    );
  }
  return (
    <chakra.form {...form.formProps}>
      <Stack gap="4">
        <TextField
          {...form.fieldProps('email')}
          id="waitlist-email"
          type="email"
          label={words.email}
          placeholder={words.placeholder}
          autoComplete="email"
          maxLength={254}
          required
        />
        <Button type="submit" variant="primary" width="full" pending={state === 'joining'} pendingLabel={words.joining}>
          {words.join}
        </Button>
      </Stack>
    </chakra.form>
  );
}
