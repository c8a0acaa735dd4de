import { chakra } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { Checkbox } from '~/client/ui/form/checkbox';
import { Select } from '~/client/ui/form/select';
import { commandsWords as words } from '~/client/words/commands';
import type { SearchFilters } from './search-filters';

interface FilterBarProps {
  filters: SearchFilters;
  onChange: (filters: SearchFilters) => void;
}

/** Keyed by number of days. */
const times = [
  { id: 7, name: words.lastWeek },
  { id: 30, name: words.lastMonth },
  { id: 365, name: words.lastYear },
];

/** Filters for the found messages. The model and project filters are absent without several models or any projects. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { data: models = [] } = trpc.models.list.useQuery();
  const { data: projects } = trpc.projects.list.useQuery({});
  return (
    <chakra.fieldset
      aria-label={words.filters}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      px="4"
      py="2"
      borderBottomWidth="1px"
      flexShrink={0}
    >
      <Choice
        label={words.time}
        value={filters.days ?? ''}
        anyName={words.anyTime}
        choices={times}
        onChoose={(days) => onChange({ ...filters, days: days ? Number(days) : null })}
      />
      {models.length > 1 && (
        <Choice
          label={words.model}
          value={filters.model ?? ''}
          anyName={words.anyModel}
          choices={models}
          onChoose={(model) => onChange({ ...filters, model })}
        />
      )}
      {projects && projects.items.length > 0 && (
        <Choice
          label={words.project}
          value={filters.projectId ?? ''}
          anyName={words.anyProject}
          choices={projects.items}
          onChoose={(projectId) => onChange({ ...filters, projectId })}
        />
      )}
      <Checkbox
        label={words.withFiles}
        checked={filters.withFiles}
        onChange={({ target }) => onChange({ ...filters, withFiles: target.checked })}
      />
    </chakra.fieldset>
  );
}

interface ChoiceProps {
  label: string;
  value: string | number;
  /** The label of the option without a filter. */
  anyName: string;
  choices: readonly { id: string | number; name: string }[];
  onChoose: (id: string | null) => void;
}

function Choice({ label, value, anyName, choices, onChoose }: ChoiceProps) {
  return (
    <chakra.span display="inline-flex" minWidth="0" maxWidth="48">
      <Select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">{anyName}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </chakra.span>
  );
}
