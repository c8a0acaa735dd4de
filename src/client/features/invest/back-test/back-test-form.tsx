import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import { type FieldErrors, useForm } from '~/client/hooks/use-form';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { backTestWords as words } from '~/client/words/back-test';
import { rebalancings } from '~/shared/schemas/backtest';
import { type BackTestValues, backTestFields, inputOf } from './back-test-search';

const loadRules = () => import('./back-test-rules');

interface BackTestFormProps {
  start: BackTestValues;
  pending: boolean;
  onRun: (values: BackTestValues) => void;
}

export function BackTestForm({ start, pending, onRun }: BackTestFormProps) {
  const { formProps, fieldProps } = useForm({
    names: backTestFields,
    // Without its rules (they could not be loaded) the form still works: the server checks everything again.
    check: async (values) =>
      loadRules().then(
        ({ wrongBackTestFields }) => wrongBackTestFields(inputOf(values)) as FieldErrors<keyof BackTestValues>,
        () => ({}),
      ),
    onValid: onRun,
  });
  const field = (name: keyof BackTestValues) => ({ ...fieldProps(name), defaultValue: start[name] });

  return (
    <Card>
      <chakra.form {...formProps} aria-label={words.form} onFocus={() => void loadRules().catch(() => {})}>
        <Stack gap="5">
          <TextField
            label={words.tickers}
            hint={words.tickersHint}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            {...field('tickers')}
          />
          <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' }} gap="4" alignItems="start">
            <TextField label={words.fromDay} type="date" {...field('fromDay')} />
            <TextField label={words.toDay} type="date" {...field('toDay')} />
            <SelectField label={words.rebalancing} {...field('rebalancing')}>
              {rebalancings.map((one) => (
                <option key={one} value={one}>
                  {words.rebalancings[one]}
                </option>
              ))}
            </SelectField>
            <TextField label={words.cost} hint={words.costHint} inputMode="numeric" {...field('costBasisPoints')} />
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
