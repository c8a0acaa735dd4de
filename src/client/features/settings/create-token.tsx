import { chakra, Grid, Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { trpc } from '~/client/lib/trpc';
import { ShownOnce } from '~/client/ui/content/shown-once';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { ProofField } from '~/client/ui/form/proof-field';
import { SelectField } from '~/client/ui/form/select-field';
import { settingsWords as words } from '~/client/words/settings';
import { limits } from '~/shared/limits';
import type { CreatedApiToken } from '~/shared/schemas/tokens';
import { type TokenScope, tokenScopes } from '~/shared/token-scopes';
import { dayMs } from '~/shared/utc-day';

const lifetimes = [30, 90, 365];

type TokenValues = { name: string; scope: TokenScope; days: string; password: string };
const defaultValues: TokenValues = {
  name: '',
  scope: 'read',
  days: String(limits.tokenLifetimeMs / dayMs),
  password: '',
};

interface CreateTokenProps {
  /** The API token that is shown once. */
  created: CreatedApiToken | undefined;
  onCreated: (created: CreatedApiToken | undefined) => void;
}

export function CreateToken({ created, onCreated }: CreateTokenProps) {
  return (
    <Stack gap="4">
      {created && (
        <ShownOnce
          note={words.tokenShownOnce}
          value={created.token}
          label={words.newToken}
          copyLabel={words.copyToken}
          doneLabel={words.tokenDone}
          onDone={() => onCreated(undefined)}
        />
      )}
      <TokenForm onCreated={onCreated} />
    </Stack>
  );
}

function TokenForm({ onCreated }: Pick<CreateTokenProps, 'onCreated'>) {
  const utils = trpc.useUtils();
  const proof = useProof();
  const { formProps, fieldProps, reset, onError, ...form } = useServerForm<TokenValues>({
    defaultValues,
    loadSchema: () =>
      import('~/shared/schemas/tokens').then(({ createTokenInput }) =>
        createTokenInput.pick(
          proof.needsPassword ? { name: true, scope: true, password: true } : { name: true, scope: true },
        ),
      ),
    failureTitle: words.tokenFailed,
    onValid: ({ days, password, ...values }) => {
      const expiresAt = days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null;
      create.mutate({ ...values, expiresAt, ...(proof.needsPassword && { password }) });
    },
  });
  const create = trpc.tokens.create.useMutation({
    onSuccess(created) {
      onCreated(created);
      reset();
      void utils.tokens.list.invalidate();
    },
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.createToken}>
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
        <AccessFields {...form} />
        <chakra.div gridColumn="1 / -1">
          <ProofField
            proof={proof}
            page="/settings?tab=password"
            label={words.tokenPassword}
            autoComplete="current-password"
            {...fieldProps('password')}
          />
        </chakra.div>
        <Button type="submit" justifySelf="start" pending={create.isPending} pendingLabel={words.creatingToken}>
          {words.createToken}
        </Button>
      </Grid>
    </chakra.form>
  );
}

/** The access of the token, and its expiry. */
function AccessFields({ register, watch }: Pick<ReturnType<typeof useServerForm<TokenValues>>, 'register' | 'watch'>) {
  const [scope, days] = watch(['scope', 'days']);
  return (
    <>
      <SelectField label={words.tokenAccess} hint={words.tokenScopeNotes[scope]} {...register('scope')}>
        {tokenScopes.map((option) => (
          <option key={option} value={option}>
            {words.tokenScopes[option]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.tokenExpiry}
        hint={days ? words.tokenExpiryNote : <chakra.span color="danger">{words.tokenNeverNote}</chakra.span>}
        {...register('days')}
      >
        {lifetimes.map((option) => (
          <option key={option} value={option}>
            {words.tokenDays(option)}
          </option>
        ))}
        <option value="">{words.tokenNever}</option>
      </SelectField>
    </>
  );
}
