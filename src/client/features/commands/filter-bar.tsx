import { chakra } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { Checkbox } from '~/client/ui/form/checkbox';
import { commandsWords as words } from '~/client/words/commands';
import type { SearchFilters } from './search-filters';

interface FilterBarProps {
  filters: SearchFilters;
  onChange: (filters: SearchFilters) => void;
}

const times = [
  { days: 7, name: words.lastWeek },
  { days: 30, name: words.lastMonth },
  { days: 365, name: words.lastYear },
];

/** Limits the found messages. Without several models, or projects, there is no choice of them. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { data: models = [] } = trpc.models.list.useQuery();
  const { data: projects } = trpc.projects.list.useQuery({});
  return (
    <chakra.fieldset
      aria-label={words.filters}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px="4"
      py="2"
      borderBottomWidth="1px"
      flexShrink={0}
    >
      <Choice
        aria-label={words.time}
        value={filters.days ?? ''}
        onChange={({ target }) => onChange({ ...filters, days: target.value ? Number(target.value) : null })}
      >
        <option value="">{words.anyTime}</option>
        {times.map(({ days, name }) => (
          <option key={days} value={days}>
            {name}
          </option>
        ))}
      </Choice>
      {models.length > 1 && (
        <Choice
          aria-label={words.model}
          value={filters.model ?? ''}
          onChange={({ target }) => onChange({ ...filters, model: target.value || null })}
        >
          <option value="">{words.anyModel}</option>
          {models.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {projects && projects.items.length > 0 && (
        <Choice
          aria-label={words.project}
          value={filters.projectId ?? ''}
          onChange={({ target }) => onChange({ ...filters, projectId: target.value || null })}
        >
          <option value="">{words.anyProject}</option>
          {projects.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      <Checkbox
        label={words.withFiles}
        checked={filters.withFiles}
        onChange={({ target }) => onChange({ ...filters, withFiles: target.checked })}
      />
    </chakra.fieldset>
  );
}

const Choice = chakra('select', {
  base: {
    maxWidth: '48',
    height: '8',
    px: '2',
    bg: 'bg.raised',
    color: 'fg.muted',
    textStyle: 'caption',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'control',
    '@media (pointer: coarse)': { height: 'touch', fontSize: '1rem' },
  },
});
