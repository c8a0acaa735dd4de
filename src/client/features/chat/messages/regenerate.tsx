import { RotateCw } from 'lucide-react';
import { trpc } from '~/client/lib/trpc';
import { IconButton } from '~/client/ui/form/button';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { versionWords as words } from '~/client/words/versions';

interface RegenerateProps {
  /** The model that wrote the answer. */
  modelId: string | undefined;
  isRetrying: boolean;
  onRetry: (model?: string) => void;
}

/** Rewrites an answer as another version, with the same model or, if there are several, another one. */
export function Regenerate({ modelId, isRetrying, onRetry }: RegenerateProps) {
  const { data: models = [] } = trpc.models.list.useQuery();
  const others = models.filter(({ id }) => id !== modelId);
  const icon = <RotateCw size={15} strokeWidth={1.5} />;
  const pressWith = (model?: string) => ({
    'aria-disabled': isRetrying || undefined,
    onClick: () => {
      if (isRetrying) return;
      if (model) onRetry(model);
      else onRetry();
    },
  });
  if (others.length === 0) {
    return (
      <IconButton label={words.regenerate} size="sm" {...pressWith()}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Menu label={words.regenerate} size="sm" opener={icon}>
      <MenuItem {...pressWith()}>{words.sameModel}</MenuItem>
      {others.map(({ id, name }) => (
        <MenuItem key={id} {...pressWith(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
