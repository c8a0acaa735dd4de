import { chakra, Text } from '@chakra-ui/react';
import { formatMoment, formatPercent } from '~/client/lib/format';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { followWords as words } from '~/client/words/follows';
import type { NewsItem } from '~/shared/schemas/position-news';
import { priceText } from '../price-text';

export function NewsList({ items }: { items: readonly NewsItem[] }) {
  return (
    <chakra.ul display="grid" rowGap="2" listStyleType="none" maxHeight="72" overflowY="auto">
      {items.map((item) => (
        <chakra.li
          key={`${item.kind} ${item.positionId} ${item.level ?? ''} ${item.at.getTime()}`}
          display="flex"
          flexWrap="wrap"
          columnGap="3"
          textStyle="ui"
        >
          <TextLink asChild>
            <PageLink href={`/qinvest/position?id=${item.positionId}`}>
              {item.name} ({item.ticker})
            </PageLink>
          </TextLink>
          <Text as="span" data-numeric="">
            {sentenceOf(item)}
          </Text>
          {item.report && <ReportLink report={item.report} />}
          {item.kind !== 'moved' && (
            <Text as="span" color="fg.subtle">
              {formatMoment(item.at)}
            </Text>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** The page's text, and the report that cites it. */
function ReportLink({ report: { conversationId, messageId, passage } }: { report: NonNullable<NewsItem['report']> }) {
  return (
    <>
      <chakra.q flexBasis="full" order="1" color="fg.muted" overflowWrap="anywhere">
        {passage}
      </chakra.q>
      <TextLink asChild>
        <PageLink href={`/qchat?c=${conversationId}${messageId ? `&m=${messageId}` : ''}`}>{words.report}</PageLink>
      </TextLink>
    </>
  );
}

function sentenceOf({ kind, level, price, percent = '', currency }: NewsItem): string {
  const [levelText, now] = [priceText(level, currency), priceText(price, currency)];
  if (kind === 'target' || kind === 'stop') return words[kind](levelText, now);
  if (kind === 'moved') return words.moved(formatPercent(percent), now);
  return kind === 'closed' ? words.closed(now) : words[kind];
}
