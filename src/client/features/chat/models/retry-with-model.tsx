import { chakra } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { modelWords as words } from '~/client/words/models';

const maxShown = 3;

interface RetryWithModelProps {
  /** The model that failed. */
  modelId: string | undefined;
  isRetrying: boolean;
  onTry: (model: string) => void;
}

/**
 * Offers other models after one has failed, those of other endpoints first, because failures usually affect a whole
 * endpoint.
 */
export function RetryWithModel({ modelId, isRetrying, onTry }: RetryWithModelProps) {
  const { data: models = [] } = trpc.models.list.useQuery();
  const failed = models.find(({ id }) => id === modelId);
  const isBeside = ({ endpointId }: { endpointId: string | null }) =>
    failed !== undefined && endpointId === failed.endpointId;
  return models
    .filter(({ id }) => id !== modelId)
    .sort((a, b) => Number(isBeside(a)) - Number(isBeside(b)))
    .slice(0, maxShown)
    .map(({ id, name }) => (
      <Button key={id} size="sm" maxWidth="full" disabled={isRetrying} onClick={() => onTry(id)}>
        <chakra.span truncate>{words.tryWith(name)}</chakra.span>
      </Button>
    ));
}
