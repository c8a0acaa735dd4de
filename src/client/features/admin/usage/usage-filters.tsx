import { Flex } from '@chakra-ui/react';
import { Select } from '~/client/ui/form/select';
import { usageWords as words } from '~/client/words/usage';
import type { UsageSummary } from '~/shared/schemas/usage';

export interface UsageFilter {
  model?: string;
  userId?: string;
}

interface UsageFiltersProps {
  of: Pick<UsageSummary, 'models' | 'users'>;
  filter: UsageFilter;
  onFilter: (filter: UsageFilter) => void;
}

/** Filters the chart and the tables by model, by user, or by both. */
export function UsageFilters({ of: { models, users }, filter, onFilter }: UsageFiltersProps) {
  return (
    <>
      <Filter
        label={words.model}
        all={words.allModels}
        options={models.map(({ model, modelName }) => [model, modelName])}
        value={filter.model}
        onChange={(model) => onFilter({ ...(filter.userId && { userId: filter.userId }), ...(model && { model }) })}
      />
      <Filter
        label={words.user}
        all={words.allUsers}
        options={users.map(({ userId, email }) => [userId, email ?? words.deletedAccounts])}
        value={filter.userId}
        onChange={(userId) => onFilter({ ...(filter.model && { model: filter.model }), ...(userId && { userId }) })}
      />
    </>
  );
}

interface FilterProps {
  label: string;
  all: string;
  options: readonly (readonly [value: string, name: string])[];
  value: string | undefined;
  onChange: (value: string) => void;
}

const Filter = ({ label, all, options, value = '', onChange }: FilterProps) => (
  <Flex width={{ base: 'full', sm: '48' }}>
    <Select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{all}</option>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </Select>
  </Flex>
);
