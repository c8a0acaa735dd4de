import { Share2 } from 'lucide-react';
import { MenuItem } from '~/client/ui/menu/menu';
import { shareWords as words } from '~/client/words/share';

export function ShareItem({ onShare }: { onShare: () => void }) {
  return (
    <MenuItem onClick={onShare}>
      <Share2 size={16} strokeWidth={1.5} aria-hidden />
      {words.share}
    </MenuItem>
  );
}
