/** Renders the page of a published back-test as HTML without scripts. Every text from an administrator is escaped. */

import { formulaSafeCsv } from '~/server/lib/csv';
import { escapeHtml } from '~/shared/escape-html';
import {
  alignedShares,
  formatDay,
  formatPercent,
  formatSum,
  isLoss,
  shownDecimal,
  shownPercent,
} from '~/shared/figure-text';
import type { BacktestTrade } from '~/shared/schemas/backtest';
import type { PublishedBacktest, PublishedRun } from '~/shared/schemas/published-backtests';
import { utcDay } from '~/shared/utc-day';
import { runChart } from './run-chart';
import { periodText, rebalancingTexts } from './run-words';

/** The rest is in trades.csv. */
const maxTrades = 200;

export interface RunPage {
  title: string;
  description: string;
  /** Inserted into the page frame written by the build. */
  html: string;
}

export function runPage(summary: PublishedBacktest, run: PublishedRun): RunPage {
  const period = periodText(run.input);
  const parts = [
    head(run, period),
    figures(run),
    chart(run),
    tested(summary, run),
    check(summary),
    trades(summary, run),
  ];
  return {
    title: run.title,
    description: `Hypothetical back-test from ${period}: ${formatPercent(run.returnPercent)}. Rules, costs, trades and files to calculate it again.`,
    html: `${parts.join('')}<p class="small">Hypothetical results do not predict future results. Not investment advice.</p>`,
  };
}

const head = ({ title }: PublishedRun, period: string) =>
  `<header><p class="badge">Hypothetical back-test</p><h1>${escapeHtml(title)}</h1><p class="lead">Simulated on past prices from ${period}, with hindsight. No real trades were made.</p></header>`;

function figures(run: PublishedRun): string {
  const { drawdownFrom: from, drawdownTo: to } = run;
  const benchmark = run.benchmarkReturnPercent;
  const list: [name: string, value: string, note?: string][] = [
    ['Return', gain(run.returnPercent), 'after trading costs'],
    [
      `${escapeHtml(run.benchmark)}, same period`,
      benchmark ? gain(benchmark) : '-',
      benchmark ? 'price only' : 'not known',
    ],
    run.volatilityPercent
      ? ['Volatility', `${run.volatilityPercent}%`, 'annualized, from daily returns']
      : ['Volatility', '-', 'needs 15 daily returns'],
    [
      'Max drawdown',
      shownDecimal(run.drawdownPercent, '%'),
      from && to ? `${formatDay(from)} to ${formatDay(to)}` : '',
    ],
    ['Value', formatSum(run.endValue), `from ${formatSum(run.startValue)}`],
    ['Costs', formatSum(run.costs), `of ${run.trades.length.toLocaleString('en-US')} trades`],
  ];
  const items = list.map(
    ([name, value, note]) => `<div><dt>${name}</dt><dd><b>${value}</b><span>${note}</span></dd></div>`,
  );
  return `<dl class="figures" aria-label="Result">${items.join('')}</dl>`;
}

const gain = (percent: string) => `<span class="${isLoss(percent) ? 'loss' : 'gain'}">${shownPercent(percent)}</span>`;

function chart({ curve, benchmark }: PublishedRun): string {
  const { paths, yTicks, xTicks } = runChart(curve);
  const lines = yTicks.map(({ percent }) => `<line x2="100" y1="${percent}" y2="${percent}" class="grid"/>`).join('');
  const path = (d: string, name: string) => `<path d="${d}" class="${name}"/>`;
  const left = xTicks.map(({ percent, label }) => `<span style="left:${percent}%">${label}</span>`).join('');
  const down = yTicks.map(({ percent, label }) => `<span style="top:${percent}%">${label}</span>`).join('');
  const legend = `<span class="key own">Portfolio</span>${paths.benchmark ? `<span class="key">${escapeHtml(benchmark)}</span>` : ''}`;
  const svg = `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${lines}${
    paths.benchmark ? path(paths.benchmark, 'benchmark') : ''
  }${path(paths.portfolio, 'portfolio')}</svg>`;
  return `<section><div class="row"><h2>Value</h2><p class="legend">${legend}</p></div><div class="card"><div class="chart" role="img" aria-label="Value of the portfolio and of ${escapeHtml(benchmark)}, daily. The values are in run.json."><div class="plot">${svg}<div class="y">${down}</div><div class="x">${left}</div></div></div></div></section>`;
}

function tested({ publishedAt }: PublishedBacktest, { input, sources, rules }: PublishedRun): string {
  const facts = [
    ['Stocks', input.tickers.join(', ')],
    ['Dates', periodText(input)],
    ['Rebalancing', rebalancingTexts[input.rebalancing]],
    ['Trading costs', `${(input.costBasisPoints / 100).toFixed(2)}% of each traded amount`],
    ['Closing prices', sources.join(', ')],
    ['Published', formatDay(utcDay(publishedAt))],
  ].map(([term, text]) => `<div><dt>${term}</dt><dd>${escapeHtml(text ?? '')}</dd></div>`);
  const list = rules.map((rule) => `<li>${escapeHtml(rule)}</li>`).join('');
  return `<section class="two"><div><h2>What was tested</h2><dl class="facts">${facts.join('')}</dl></div><div><h2>Rules</h2><ul>${list}</ul></div></section>`;
}

function check({ id, hasPrices, hash, pricesHash }: PublishedBacktest): string {
  const file = (name: string, text: string, sum: string) =>
    `<li><a href="/back-tests/${id}/${name}" download>${name}</a><span>${text}</span><code>SHA-256 ${sum}</code></li>`;
  const prices = hasPrices
    ? file('prices.csv', 'the closing prices that it used', pricesHash)
    : `<li><b>prices.csv</b><span>not published, as the license of the price provider may not allow it</span><code>SHA-256 ${pricesHash}</code></li>`;
  const how = hasPrices
    ? 'Download the three files and run the script with Node.js. It calculates every trade and figure again, and says what differs. Compare the closing prices with another source.'
    : 'With the closing prices from another source, in the columns ticker, day and close, the script calculates every trade and figure again. The hash shows whether the prices are the same.';
  const script =
    '<li><a href="/back-tests/recompute.mjs" download>recompute.mjs</a><span>a script without dependencies</span></li>';
  return `<section><h2>${hasPrices ? 'Calculate it again' : 'Compare it with your own prices'}</h2><div class="card"><p>${how}</p><ul class="files">${file('run.json', 'rules, figures, curve and trades', hash)}${prices}${script}</ul><pre><code>node recompute.mjs run.json prices.csv</code></pre></div></section>`;
}

const columns = ['Trade date', 'Signal date', 'Ticker', 'Side', 'Shares', 'Price', 'Amount', 'Cost'];

function trades({ id }: PublishedBacktest, { trades: all }: PublishedRun): string {
  if (all.length === 0) return '';
  const cells = ({ day, signalDay, ticker, side, shares, price, amount, cost }: BacktestTrade) =>
    [formatDay(day), formatDay(signalDay), escapeHtml(ticker), side === 'buy' ? 'Buy' : 'Sell']
      .map((text) => `<td>${text}</td>`)
      .concat(
        [alignedShares(shares), `$${price}`, formatSum(amount), `$${cost}`].map(
          (text) => `<td class="end">${text}</td>`,
        ),
      )
      .join('');
  const rows = all.slice(0, maxTrades).map((trade) => `<tr>${cells(trade)}</tr>`);
  const heads = columns.map((name, index) => `<th scope="col"${index > 3 ? ' class="end"' : ''}>${name}</th>`);
  const more = all.length > maxTrades ? `The first ${maxTrades} are shown. ` : '';
  return `<section><details><summary>Trades (${all.length.toLocaleString('en-US')})</summary><p class="small">${more}<a href="/back-tests/${id}/trades.csv" download>Download all as CSV</a></p><div class="table" tabindex="0" role="region" aria-label="Trades"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></details></section>`;
}

const tradeColumns = ['signalDay', 'day', 'ticker', 'side', 'shares', 'price', 'amount', 'cost'] as const;

export const tradesFile = ({ trades: all }: PublishedRun): string =>
  formulaSafeCsv([[...tradeColumns], ...all.map((trade) => tradeColumns.map((column) => trade[column]))]);
