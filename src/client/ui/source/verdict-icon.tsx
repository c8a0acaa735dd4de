import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleEllipsis,
  CircleEqual,
  CircleHelp,
  CircleX,
  type LucideIcon,
} from 'lucide-react';
import type { Verdict } from '~/shared/schemas/citations';

/** Each verdict has its own icon, because color alone must not distinguish results. */
const appearance: Record<Verdict, { Icon: LucideIcon; color: string }> = {
  quote: { Icon: CircleCheck, color: 'gain' },
  figures: { Icon: CircleEqual, color: 'accent' },
  partial: { Icon: CircleDashed, color: 'fg.muted' },
  pending: { Icon: CircleEllipsis, color: 'fg.muted' },
  unreadable: { Icon: CircleHelp, color: 'fg.muted' },
  differs: { Icon: CircleAlert, color: 'danger' },
  absent: { Icon: CircleX, color: 'danger' },
};

export const verdictColor = (verdict: Verdict) => appearance[verdict].color;

export function VerdictIcon({ verdict, size }: { verdict: Verdict; size: number }) {
  const { Icon } = appearance[verdict];
  return <Icon size={size} strokeWidth={2} aria-hidden />;
}
