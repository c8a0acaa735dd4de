import { chakra } from '@chakra-ui/react';
import { formatPercent, isLoss } from '~/client/lib/format';
import { Tooltip } from '~/client/ui/overlay/tooltip';
import { investWords as words } from '~/client/words/invest';

interface GainProps {
  percent: string | undefined;
}

/** A gain or loss with its sign and color; '-' if unknown. */
export function Gain({ percent }: GainProps) {
  if (percent === undefined) return <>-</>;
  return <chakra.span color={isLoss(percent) ? 'loss' : 'gain'}>{formatPercent(percent)}</chakra.span>;
}

/** The same, as a button that opens its calculation. */
export function GainButton({ percent, onOpen }: GainProps & { onOpen: () => void }) {
  if (percent === undefined) return <>-</>;
  return (
    <Tooltip content={words.seeReceipt}>
      <Press type="button" aria-haspopup="dialog" onClick={onOpen}>
        <Gain percent={percent} />
      </Press>
    </Tooltip>
  );
}

const Press = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    minHeight: '8',
    mx: '-2',
    px: '2',
    borderRadius: 'control',
    fontWeight: 'medium',
    fontVariantNumeric: 'tabular-nums',
    textDecoration: 'underline dotted',
    textDecorationColor: 'border.control',
    textUnderlineOffset: '4px',
    transition: 'background-color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
