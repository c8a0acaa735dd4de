import { Grid } from '@chakra-ui/react';
import type { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { Checkbox } from '~/client/ui/form/checkbox';
import { CheckboxList } from '~/client/ui/form/checkbox-list';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import type { ModelValues } from './model-values';

interface ModelFieldsProps {
  form: Pick<ReturnType<typeof useServerForm<ModelValues>>, 'fieldProps' | 'register' | 'watch'>;
  groupIds: ReadonlySet<string>;
  onGroupIds: (groupIds: ReadonlySet<string>) => void;
  /** The values that apply while the limits are empty. */
  automatic?: { context: string; output: string };
}

const abilityNames = ['tools', 'images', 'reasoning', 'webSearch'] as const;

/** The settings of a model that administrators can change. */
export function ModelFields({
  form: { fieldProps, register, watch },
  groupIds,
  onGroupIds,
  automatic,
}: ModelFieldsProps) {
  const { data: groups = [] } = trpc.groups.own.useQuery();
  return (
    <>
      <TextField
        label={words.displayName}
        hint={words.displayNameHint}
        autoComplete="off"
        {...fieldProps('displayName')}
      />
      <Pair>
        <TextField
          label={words.contextTokens}
          inputMode="numeric"
          placeholder={words.automaticLimit}
          hint={automatic && words.automatic(automatic.context)}
          {...fieldProps('contextTokens')}
        />
        <TextField
          label={words.outputTokens}
          inputMode="numeric"
          placeholder={words.automaticLimit}
          hint={automatic && words.automatic(automatic.output)}
          {...fieldProps('maxOutputTokens')}
        />
        <TextField label={words.inputPrice} inputMode="decimal" hint={words.priceHint} {...fieldProps('inputPrice')} />
        <TextField
          label={words.outputPrice}
          inputMode="decimal"
          hint={words.priceHint}
          {...fieldProps('outputPrice')}
        />
        {abilityNames.map((name) => (
          <SelectField key={name} label={words.abilities[name]} {...register(name)}>
            <option value="">{words.ability.unknown}</option>
            <option value="yes">{words.ability.yes}</option>
            <option value="no">{words.ability.no}</option>
          </SelectField>
        ))}
      </Pair>
      <SelectField label={words.access} {...register('access')}>
        {Object.entries(words.accesses).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {watch('access') === 'administrators' && groups.length > 0 && (
        <CheckboxList legend={words.alsoGroups} options={groups} chosen={groupIds} onChange={onGroupIds} />
      )}
      <Checkbox label={words.makeDefault} {...register('isDefault')} />
    </>
  );
}

const Pair = ({ children }: { children: React.ReactNode }) => (
  <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
    {children}
  </Grid>
);
