import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { Verdict } from '~/shared/schemas/citations';

const looks: Record<Verdict, { Icon: LucideIcon; color: string }> = {
  quote: { Icon: CircleCheck, color: 'gain' },
  figures: { Icon: CircleCheck, color: 'accent' },
  partial: { Icon: CircleDashed, color: 'fg.muted' },
  pending: { Icon: CircleDashed, color: 'fg.muted' },
  unreadable: { Icon: CircleX, color: 'fg.muted' },
  differs: { Icon: CircleAlert, color: 'danger' },
  absent: { Icon: CircleX, color: 'danger' },
};

export const verdictColor = (verdict: Verdict) => looks[verdict].color;

export function VerdictIcon({ verdict, size }: { verdict: Verdict; size: number }) {
  const { Icon } = looks[verdict];
  return <Icon size={size} strokeWidth={2} aria-hidden />;
}
