import { chakra, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { TextField } from '~/client/ui/form/field';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { QrCode } from './qr-code';

interface ScanCodeProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel?: (() => void) | undefined;
}

export function ScanCode({ secret, uri, onConfirmed, onCancel }: ScanCodeProps) {
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { code: '' },
    loadSchema: () =>
      import('~/shared/schemas/second-factor').then(({ confirmAuthenticatorInput }) => confirmAuthenticatorInput),
    failureTitle: words.turnOnFailed,
    onValid: (values) => confirm.mutate(values),
  });
  const confirm = trpc.secondFactor.confirm.useMutation({
    onSuccess({ recoveryCodes }) {
      toast({ kind: 'success', title: words.turnedOn, description: words.turnedOnMore });
      onConfirmed(recoveryCodes);
    },
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.setUpApp}>
      <Stack gap="5">
        <Stack gap="3">
          <Text>{words.stepScan}</Text>
          <QrCode text={uri} />
        </Stack>
        <Stack gap="1">
          <Text color="fg.muted">{words.stepSecret}</Text>
          <Flex align="center" gap="2">
            <Text
              as="code"
              aria-label={words.secret}
              minWidth="0"
              fontFamily="mono"
              textStyle="caption"
              overflowWrap="anywhere"
            >
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Text>
            <CopyButton text={() => secret} label={words.copySecret} />
          </Flex>
        </Stack>
        <TextField
          label={words.stepCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          fontFamily="mono"
          autoFocus
          {...fieldProps('code')}
        />
        <HStack gap="2">
          <Button type="submit" variant="primary" pending={confirm.isPending} pendingLabel={words.turningOn}>
            {words.turnOn}
          </Button>
          {onCancel && <Button onClick={onCancel}>{words.cancel}</Button>}
        </HStack>
      </Stack>
    </chakra.form>
  );
}
