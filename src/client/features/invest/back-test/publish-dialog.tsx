import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Checkbox } from '~/client/ui/form/checkbox';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { backTestWords as words } from '~/client/words/back-test';
import { limits } from '~/shared/limits';
import type { BacktestInput } from '~/shared/schemas/backtest';

interface PublishDialogProps {
  rules: BacktestInput;
  onClose: () => void;
}

/** Asks for the title, and whether the prices may be public. */
export function PublishDialog({ rules, onClose }: PublishDialogProps) {
  const utils = trpc.useUtils();
  const form = useServerForm({
    defaultValues: { title: '', hasPrices: false },
    loadSchema: () =>
      import('~/shared/schemas/published-backtests').then(({ publishBacktestInput }) =>
        publishBacktestInput.pick({ title: true, hasPrices: true }),
      ),
    onValid: (values) => publish.mutate({ ...values, rules }),
  });
  const publish = trpc.backtest.publish.useMutation({
    onSuccess() {
      toast({ kind: 'success', title: words.success, description: words.published });
      void utils.backtest.listPublished.invalidate();
      onClose();
    },
    onError(cause) {
      toast({ kind: 'error', title: words.error, description: errorMessage(cause, words.publishFailed) });
      form.onError(cause);
    },
  });
  return (
    <FormDialog
      title={words.publishTitle}
      pending={publish.isPending}
      submitLabel={words.publishButton}
      pendingLabel={words.publishing}
      formProps={form.formProps}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.publishNote}</Text>
      <TextField
        label={words.runTitle}
        placeholder={words.runTitlePlaceholder}
        maxLength={limits.backtestTitle}
        autoFocus
        {...form.fieldProps('title')}
      />
      <Checkbox label={words.publishPrices} hint={words.publishPricesHint} {...form.register('hasPrices')} />
    </FormDialog>
  );
}
