import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { modelWords as words } from '~/client/words/models';

const shown = 3;

interface TryWithProps {
  /** The model that failed. */
  modelId: string | undefined;
  isRetrying: boolean;
  onTry: (model: string) => void;
}

/** Offers the other models where one has failed. A default export, as `lazy` asks for one. */
export default function TryWith({ modelId, isRetrying, onTry }: TryWithProps) {
  const { data: models = [] } = trpc.models.list.useQuery();
  return models
    .filter(({ id }) => id !== modelId)
    .slice(0, shown)
    .map(({ id, name }) => (
      <Button key={id} size="sm" disabled={isRetrying} onClick={() => onTry(id)}>
        {words.tryWith(name)}
      </Button>
    ));
}
