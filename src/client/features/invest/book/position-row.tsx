import { chakra, Flex } from '@chakra-ui/react';
import { Ellipsis } from 'lucide-react';
import { formatDay } from '~/client/lib/format';
import { Sparkline } from '~/client/ui/chart/sparkline';
import { Badge } from '~/client/ui/content/badge';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { PageLink } from '~/client/ui/page/page-link';
import { followWords } from '~/client/words/follows';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { closeDayOf, tradingDay } from '~/shared/trading-day';
import { priceText } from '../price-text';
import { withoutSample } from '../sample-name';
import { GainButton } from './gain-button';
import { gainNotes } from './gain-notes';
import type { PositionActions } from './position-columns';
import { SplitBadge } from './split-badge';
import { trendWords } from './trend-words';

/** Approximate, in pixels. */
export const positionRowHeight = 72;

/** A position on a narrow screen: two lines instead of its table row, and a menu instead of its buttons. */
export function PositionRow({ position, ...actions }: PositionActions & { position: Position }) {
  const { id, name, ticker, isSample, splitFactor, gainsPercent, status, recentCloses = [] } = position;
  return (
    <Flex align="center" gap="3">
      <chakra.div flex="1" minWidth="0">
        <Line>
          <Flex align="center" gap="2" minWidth="0">
            <chakra.span truncate fontWeight="medium">
              <PageLink href={`/qinvest/position?id=${id}`}>{isSample ? withoutSample(name) : name}</PageLink>
            </chakra.span>
            <chakra.span color="fg.muted" textStyle="caption" flexShrink="0">
              {ticker}
            </chakra.span>
            {isSample && <Badge tone="outline">{words.sample}</Badge>}
            {splitFactor && <SplitBadge factor={splitFactor} />}
          </Flex>
          <GainButton percent={gainsPercent} onOpen={() => actions.onReceipt(position)} />
        </Line>
        <Line flexWrap="wrap">
          {/* May wrap, because the prices must not be truncated. */}
          <chakra.div textStyle="caption" color="fg.muted" data-numeric="">
            <Prices position={position} />
          </chakra.div>
          {status === 'open' && recentCloses.length > 1 && (
            <chakra.div marginStart="auto">
              <Sparkline values={recentCloses.map(Number)} label={trendWords(position)} isSmall />
            </chakra.div>
          )}
        </Line>
        {gainNotes(position).map((note) => (
          <chakra.div key={note} textStyle="caption" color="fg.subtle">
            {note}
          </chakra.div>
        ))}
      </chakra.div>
      <RowMenu position={position} {...actions} />
    </Flex>
  );
}

const Line = chakra('div', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2', minHeight: '6' },
});

/** '15 May 2023 · $180.25 → $241.50', with the column names for screen readers. */
function Prices({ position }: { position: Position }) {
  const { avgEntryPrice, currency, latestPrice, purchaseDate, closeDate, closePrice, status } = position;
  const isOpen = status === 'open';
  return (
    <>
      <Spoken>{isOpen ? words.date : words.purchaseDate}: </Spoken>
      <Day day={tradingDay(purchaseDate)} />
      {!isOpen && closeDate && (
        <>
          <Spoken>, {words.closeDate}: </Spoken>
          <span aria-hidden> – </span>
          <Day day={closeDayOf(closeDate, purchaseDate)} />
        </>
      )}
      <span aria-hidden> · </span>
      <Spoken>, {isOpen ? words.avgEntryPrice : words.entryPrice}: </Spoken>
      {priceText(avgEntryPrice, currency)}
      <Spoken>, {isOpen ? words.latestPrice : words.closePrice}: </Spoken>
      <chakra.span whiteSpace="nowrap">
        <span aria-hidden> → </span>
        {priceText(isOpen ? latestPrice : closePrice, currency)}
      </chakra.span>
    </>
  );
}

function Day({ day }: { day: string }) {
  return <time dateTime={day}>{formatDay(day)}</time>;
}

const Spoken = chakra('span', { base: { srOnly: true } });

function RowMenu({ position, ...actions }: PositionActions & { position: Position }) {
  const { onReceipt, onClose, onCorrect, onDelete, follows } = actions;
  const { id, name, status, gainsPercent } = position;
  return (
    <Menu label={words.actionsNamed(name)} size="sm" opener={<Ellipsis size={16} strokeWidth={1.5} aria-hidden />}>
      <MenuItem asChild>
        <PageLink href={`/qinvest/position?id=${id}`}>{words.details}</PageLink>
      </MenuItem>
      {gainsPercent && <MenuItem onClick={() => onReceipt(position)}>{words.calculation}</MenuItem>}
      {follows && status === 'open' && (
        <MenuItem isOn={follows.isFollowed(id)} onClick={() => follows.toggle(id)}>
          {followWords.follow}
        </MenuItem>
      )}
      {onClose && status === 'open' && <MenuItem onClick={() => onClose(position)}>{words.close}</MenuItem>}
      {onCorrect && <MenuItem onClick={() => onCorrect(position)}>{words.correct}</MenuItem>}
      {onDelete && <MenuItem onClick={() => onDelete(position)}>{words.delete}</MenuItem>}
    </Menu>
  );
}
