import { Badge } from '~/client/ui/content/badge';
import { Tooltip } from '~/client/ui/overlay/tooltip';
import { investWords as words } from '~/client/words/invest';

/** '4:1' for '4/1': the number of shares that one purchased share has become. */
export function SplitBadge({ factor }: { factor: string }) {
  const ratio = factor.replace('/', ':');
  const note = words.split(ratio);
  return (
    <Tooltip content={note}>
      <Badge tone="outline" aria-label={note} role="img">
        {ratio}
      </Badge>
    </Tooltip>
  );
}
