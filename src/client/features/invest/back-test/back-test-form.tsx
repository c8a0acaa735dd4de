import { chakra, Grid, HStack, Stack, Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { ownDay } from '~/client/lib/format';
import { isComposing } from '~/client/lib/is-composing';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { TextArea } from '~/client/ui/form/text-area';
import { backTestWords as words } from '~/client/words/back-test';
import { monthsBefore } from '~/shared/figures/periods';
import { rebalancings } from '~/shared/rebalancings';
import { type BackTestValues, inputOf } from './back-test-values';

interface BackTestFormProps {
  start: BackTestValues;
  pending: boolean;
  onRun: (values: BackTestValues) => void;
}

export function BackTestForm({ start, pending, onRun }: BackTestFormProps) {
  const { formProps, ...form } = useServerForm<BackTestValues>({
    defaultValues: start,
    loadSchema: () => import('~/shared/schemas/backtest').then(({ backtestInput }) => backtestInput),
    toInput: inputOf,
    onValid: onRun,
  });

  const { fieldProps } = form;
  return (
    <Card>
      <chakra.form {...formProps} aria-label={words.form}>
        <Stack gap="5">
          <TextArea
            label={words.tickers}
            hint={words.tickersHint}
            // Two lines show about ten tickers. Enter runs the back-test, as in the other fields.
            rows={2}
            minHeight="0"
            resize="none"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            {...fieldProps('tickers')}
          />
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
            gap="4"
            alignItems="start"
          >
            <PeriodFields {...form} />
            <chakra.div gridColumn={{ lg: '1 / -1' }}>
              <SelectField label={words.rebalancing} {...fieldProps('rebalancing')}>
                {rebalancings.map((option) => (
                  <option key={option} value={option}>
                    {words.rebalancings[option]}
                  </option>
                ))}
              </SelectField>
            </chakra.div>
            <chakra.div gridColumn={{ lg: '1 / -1' }}>
              <TextField
                label={words.cost}
                hint={words.costHint}
                inputMode="numeric"
                {...fieldProps('costBasisPoints')}
              />
            </chakra.div>
          </Grid>
          <Stack gap="4">
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

const presets = [1, 3, 5];

type PeriodFieldsProps = Pick<
  ReturnType<typeof useServerForm<BackTestValues>>,
  'fieldProps' | 'getValues' | 'setValue'
>;

/** The first and the last day. A preset sets the first day to a number of years before the last one. */
function PeriodFields({ fieldProps, getValues, setValue }: PeriodFieldsProps) {
  /** Counts back from the last day, or from today if there is none. */
  function choosePeriod(years: number) {
    setValue('fromDay', monthsBefore(getValues('toDay') || ownDay(new Date()), years * 12));
  }
  return (
    <>
      <TextField label={words.fromDay} type="date" {...fieldProps('fromDay')} />
      <TextField label={words.toDay} type="date" {...fieldProps('toDay')} />
      <HStack gridColumn="1 / -1" role="group" aria-label={words.presets} gap="2" flexWrap="wrap">
        {presets.map((years) => (
          <Button key={years} size="sm" aria-label={words.lastYears(years)} onClick={() => choosePeriod(years)}>
            {words.years(years)}
          </Button>
        ))}
      </HStack>
    </>
  );
}
