import { chakra, Grid, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { type FieldErrors, useForm } from '~/client/hooks/use-form';
import { errorMessage, fieldErrors } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { PasswordField } from '~/client/ui/form/password-field';
import { SelectField } from '~/client/ui/form/select-field';
import { settingsWords as words } from '~/client/words/settings';
import { limits } from '~/shared/limits';
import { type TokenScope, tokenScopes } from '~/shared/schemas/tokens';
import { NewToken } from './new-token';

const dayMs = 86_400_000;
const lifetimes = [30, 90, 365];
const defaults = { scope: 'read' as TokenScope, days: String(limits.tokenLifetimeMs / dayMs) };

export function CreateToken() {
  const utils = trpc.useUtils();
  const [shown, setShown] = useState<string>();
  const [{ scope, days }, setChosen] = useState(defaults);
  const { formProps, fieldProps, refuse } = useForm({
    names: ['name', 'password'],
    check: async ({ name, password }) => {
      const wrong: FieldErrors<'name' | 'password'> = {};
      if (name.trim() === '') wrong.name = words.tokenNameMissing;
      if (password === '') wrong.password = words.tokenPasswordMissing;
      return wrong;
    },
    onValid: ({ name, password }) => {
      const expiresAt = days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null;
      create.mutate({ name, scope, expiresAt, password });
    },
  });
  const create = trpc.tokens.create.useMutation({
    onSuccess({ token }) {
      setShown(token);
      formProps.ref.current?.reset();
      setChosen(defaults);
      void utils.tokens.list.invalidate();
    },
    onError(cause) {
      toast({ kind: 'error', title: words.tokenFailed, description: errorMessage(cause) });
      const { name, password } = fieldErrors(cause);
      if (name || password) refuse({ ...(name && { name }), ...(password && { password }) });
    },
  });
  return (
    <Stack gap="4">
      {shown && <NewToken token={shown} onDone={() => setShown(undefined)} />}
      <chakra.form {...formProps} method="post" aria-label={words.createToken}>
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
          <chakra.div gridColumn="1 / -1">
            <TextField
              label={words.tokenName}
              placeholder={words.tokenNamePlaceholder}
              autoComplete="off"
              maxLength={limits.tokenNameCharacters}
              {...fieldProps('name')}
            />
          </chakra.div>
          <SelectField
            label={words.tokenAccess}
            hint={words.tokenScopeNotes[scope]}
            value={scope}
            onChange={({ target }) => setChosen({ days, scope: target.value as TokenScope })}
          >
            {tokenScopes.map((one) => (
              <option key={one} value={one}>
                {words.tokenScopes[one]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={words.tokenExpiry}
            hint={days ? words.tokenExpiryNote : <chakra.span color="danger">{words.tokenNeverNote}</chakra.span>}
            value={days}
            onChange={({ target }) => setChosen({ scope, days: target.value })}
          >
            {lifetimes.map((one) => (
              <option key={one} value={one}>
                {words.tokenDays(one)}
              </option>
            ))}
            <option value="">{words.tokenNever}</option>
          </SelectField>
          <chakra.div gridColumn="1 / -1">
            <PasswordField label={words.tokenPassword} autoComplete="current-password" {...fieldProps('password')} />
          </chakra.div>
          <Button type="submit" justifySelf="start" pending={create.isPending} pendingLabel={words.creatingToken}>
            {words.createToken}
          </Button>
        </Grid>
      </chakra.form>
    </Stack>
  );
}
