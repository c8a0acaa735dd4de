import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { backTestWords as words } from '~/client/words/back-test';
import { rebalancings } from '~/shared/schemas/backtest';
import { type BackTestValues, inputOf } from './back-test-search';

interface BackTestFormProps {
  start: BackTestValues;
  pending: boolean;
  onRun: (values: BackTestValues) => void;
}

export function BackTestForm({ start, pending, onRun }: BackTestFormProps) {
  const { formProps, fieldProps } = useServerForm({
    defaultValues: start,
    loadSchema: () => import('~/shared/schemas/backtest').then(({ backtestInput }) => backtestInput),
    toInput: inputOf,
    onValid: onRun,
  });

  return (
    <Card>
      <chakra.form {...formProps} aria-label={words.form}>
        <Stack gap="5">
          <TextField
            label={words.tickers}
            hint={words.tickersHint}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            {...fieldProps('tickers')}
          />
          <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' }} gap="4" alignItems="start">
            <TextField label={words.fromDay} type="date" {...fieldProps('fromDay')} />
            <TextField label={words.toDay} type="date" {...fieldProps('toDay')} />
            <SelectField label={words.rebalancing} {...fieldProps('rebalancing')}>
              {rebalancings.map((one) => (
                <option key={one} value={one}>
                  {words.rebalancings[one]}
                </option>
              ))}
            </SelectField>
            <TextField
              label={words.cost}
              hint={words.costHint}
              inputMode="numeric"
              {...fieldProps('costBasisPoints')}
            />
          </Grid>
          <Stack direction={{ base: 'column', md: 'row' }} gap="4" align={{ base: 'stretch', md: 'center' }}>
            <Button type="submit" variant="primary" pending={pending} pendingLabel={words.running}>
              {words.run}
            </Button>
            <Text textStyle="caption" color="fg.subtle" maxWidth="prose">
              {words.hypotheticalNote}
            </Text>
          </Stack>
        </Stack>
      </chakra.form>
    </Card>
  );
}
