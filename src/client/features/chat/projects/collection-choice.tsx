import { chakra, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { useAllCollections } from '~/client/lib/use-all-collections';
import { Checkbox } from '~/client/ui/form/checkbox';
import { projectsWords as words } from '~/client/words/projects';

interface CollectionChoiceProps {
  /** Null for the collections that are enabled by default. */
  chosen: string[] | null;
  onChange: (chosen: string[] | null) => void;
}

/**
 * Chooses the collections that a project uses. Collections that the user can no longer read share one checkbox. Renders
 * nothing if there are none.
 */
export function CollectionChoice({ chosen, onChange }: CollectionChoiceProps) {
  const { collections = [], isComplete, isFailed } = useAllCollections();
  const [stored] = useState(chosen);
  // Wait for all collections, because choosing starts from those that are enabled by default.
  if (!(isComplete || isFailed) || (collections.length === 0 && stored === null)) return null;
  // If a page failed to load, a missing collection may be on that page.
  const lost = (isComplete ? (stored ?? []) : []).filter((id) =>
    collections.every((collection) => collection.id !== id),
  );
  const others = chosen?.filter((id) => !lost.includes(id)) ?? [];
  const enabled = () => collections.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);
  return (
    <Stack gap="3">
      <Checkbox
        label={words.chooseCollections}
        hint={words.chooseCollectionsHint}
        checked={chosen !== null}
        onChange={({ target }) => onChange(target.checked ? enabled() : null)}
      />
      {chosen && (
        <chakra.fieldset
          aria-label={words.collections}
          display="grid"
          gap="2"
          maxHeight="12rem"
          overflowY="auto"
          pl="6"
          minWidth="0"
        >
          {collections.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<chakra.span overflowWrap="anywhere">{name}</chakra.span>}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          ))}
          {lost.length > 0 && (
            <Checkbox
              label={words.collectionsGone(lost.length)}
              checked={chosen.length > others.length}
              onChange={({ target }) => onChange(target.checked ? [...others, ...lost] : others)}
            />
          )}
        </chakra.fieldset>
      )}
    </Stack>
  );
}
