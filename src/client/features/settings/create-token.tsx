import { chakra, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useForm } from '~/client/hooks/use-form';
import { errorMessage, fieldErrors } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/button';
import { Card } from '~/client/ui/card';
import { CopyButton } from '~/client/ui/copy-button';
import { TextField } from '~/client/ui/field';
import { SelectField } from '~/client/ui/select-field';
import { toast } from '~/client/ui/toast';
import { settingsWords as words } from '~/client/words/settings';
import { limits } from '~/shared/limits';

const lifetimes = [30, 90, 365];
const dayMs = 86_400_000;

export function CreateToken() {
  const utils = trpc.useUtils();
  const [shown, setShown] = useState<string>();
  const { formProps, fieldProps, refuse } = useForm({
    names: ['name', 'days'],
    check: async ({ name }) => (name.trim() === '' ? { name: words.tokenNameMissing } : {}),
    onValid: ({ name, days }) => {
      const expiresAt = days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null;
      create.mutate({ name, expiresAt });
    },
  });
  const create = trpc.tokens.create.useMutation({
    onSuccess({ token }) {
      setShown(token);
      formProps.ref.current?.reset();
      void utils.tokens.list.invalidate();
    },
    onError(cause) {
      toast({ kind: 'error', title: words.tokenFailed, description: errorMessage(cause) });
      const { name } = fieldErrors(cause);
      if (name) refuse({ name });
    },
  });
  return (
    <Stack gap="4">
      {shown && <NewToken token={shown} onDone={() => setShown(undefined)} />}
      <chakra.form {...formProps} method="post" aria-label={words.createToken}>
        <Grid templateColumns={{ base: '1fr', sm: '1fr 10rem auto' }} gap="3" alignItems="start">
          <TextField
            label={words.tokenName}
            placeholder={words.tokenNamePlaceholder}
            autoComplete="off"
            height="10"
            maxLength={limits.tokenNameCharacters}
            {...fieldProps('name')}
          />
          <SelectField label={words.tokenExpiry} name="days" defaultValue="90">
            {lifetimes.map((days) => (
              <option key={days} value={days}>
                {words.tokenDays(days)}
              </option>
            ))}
            <option value="">{words.tokenNever}</option>
          </SelectField>
          <Button
            type="submit"
            // Beside the boxes, below their labels.
            mt={{ base: '0', sm: '1.625rem' }}
            pending={create.isPending}
            pendingLabel={words.creatingToken}
          >
            {words.createToken}
          </Button>
        </Grid>
      </chakra.form>
    </Stack>
  );
}

/** The one time a token is seen. */
function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <Card role="status">
      <Stack gap="3">
        <Text>{words.tokenShownOnce}</Text>
        <Flex align="center" gap="2">
          <Text
            as="code"
            aria-label={words.newToken}
            flex="1"
            minWidth="0"
            fontFamily="mono"
            textStyle="caption"
            overflowWrap="anywhere"
            userSelect="all"
          >
            {token}
          </Text>
          <CopyButton text={() => token} label={words.copyToken} />
        </Flex>
        <Button size="sm" alignSelf="start" onClick={onDone}>
          {words.tokenDone}
        </Button>
      </Stack>
    </Card>
  );
}
