// Calculates a published back-test again, independently. Needs only Node 20 or newer.
//
//   node recompute.mjs run.json prices.csv
//
// Both files are on the page of the back-test. Rules, dates, stocks and costs are read from run.json, closing prices from
// prices.csv. Every trade, every day of the curve with its benchmark, and every figure are compared with those of run.json.
//
// The rules: the same weight for each stock. Orders are sized in dollars at the closing price of the signal day (the first
// day, then the first trading day of each period) and filled at the closing price of the next day, sales first. Costs are a
// share of each traded amount and are reserved before the orders are sized. Money is in whole cents, shares in
// hundred-millionths, prices in millionths of a dollar. Compare the prices with any other source: a figure is only as good
// as its prices.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const [runFile, pricesFile, ...rest] = process.argv.slice(2);
if (!runFile || !pricesFile || rest.length > 0) fail('Usage: node recompute.mjs run.json prices.csv');
const [runText, pricesText] = await Promise.all([runFile, pricesFile].map(read));
let run;
try {
  run = JSON.parse(runText);
} catch {
  fail(`${runFile} is not a JSON file.`);
}
const { tickers, fromDay, toDay, rebalancing, costBasisPoints } = run.input;
console.log(`SHA-256 of ${runFile}: ${sha256(runText)}`);
check('hash of the prices', sha256(pricesText), run.pricesHash);

const prices = new Map();
for (const [index, line] of pricesText.trimEnd().split('\n').entries()) {
  if (index === 0) continue;
  const [ticker, day, close] = line.split(',');
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d+\.\d{2,6}$/.test(close))
    fail(`${pricesFile}: line ${index + 1} is not valid`);
  if (day < fromDay || day > toDay) fail(`${pricesFile}: line ${index + 1} is not within the dates of the run`);
  if (!prices.has(ticker)) prices.set(ticker, new Map());
  const [whole, decimals] = close.split('.');
  prices.get(ticker).set(day, BigInt(whole + decimals.padEnd(6, '0')));
}
const days = [...new Set([...prices.values()].flatMap((byDay) => [...byDay.keys()]))].sort();
for (const ticker of tickers)
  for (const day of days)
    if (!prices.get(ticker)?.has(day)) fail(`${pricesFile} has no closing price of ${ticker} on ${day}`);

const start = 1_000_000n;
const unit = 100_000_000n * 10_000n;
const rate = BigInt(costBasisPoints);
const count = BigInt(tickers.length);
const held = new Map(tickers.map((ticker) => [ticker, 0n]));
const trades = [];
const values = [];
let cash = start;
let costs = 0n;
let orders = [];

for (const [index, day] of days.entries()) {
  const priceOf = (ticker) => prices.get(ticker).get(day);
  const worthOf = (ticker) => half(held.get(ticker) * priceOf(ticker), unit);
  fill(day, days[index - 1], priceOf);
  let total = 0n;
  for (const ticker of tickers) total += held.get(ticker) * priceOf(ticker);
  const value = cash + half(total, unit);
  values.push(value);
  orders = [];
  if (index > 0 && periodOf(day) === periodOf(days[index - 1])) continue;
  let traded = 0n;
  for (const ticker of tickers) traded += size(value / count - worthOf(ticker));
  const reserve = rate === 0n ? 0n : (traded * rate) / (10_000n - rate) + count;
  const target = (value - reserve) / count;
  orders = tickers.map((ticker) => ({ ticker, cents: target - worthOf(ticker) }));
}

check('number of trades', trades.length, run.trades.length);
for (const [index, trade] of trades.entries()) {
  const shown = run.trades[index];
  for (const [name, value] of Object.entries(trade)) check(`trade ${index + 1}, ${name}`, value, shown[name]);
}
check('days', days.join(), run.curve.map(({ day }) => day).join());
for (const [index, value] of values.entries()) check(`value on ${days[index]}`, money(value), run.curve[index].value);
check('start value', money(start), run.startValue);
const end = values.at(-1);
check('end value', money(end), run.endValue);
check('costs', money(costs), run.costs);
check('return', money(half((end - start) * 10_000n, start)), run.returnPercent);
let top = 0;
let worst = { fall: 0 };
for (const [index, value] of values.entries()) {
  if (value > values[top]) top = index;
  const fall = Number(value) / Number(values[top]) - 1;
  if (fall < worst.fall) worst = { fall, from: days[top], to: days[index] };
}
check('max drawdown', (worst.fall * 100).toFixed(2).replace(/^-(0\.00)$/, '$1'), run.drawdownPercent);
check('first day of the max drawdown', worst.from, run.drawdownFrom);
check('last day of the max drawdown', worst.to, run.drawdownTo);

const returns = values.slice(1).map((value, index) => Number(value) / Number(values[index]) - 1);
const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
const volatility = Math.sqrt((squares / (returns.length - 1)) * 252) * 100;
const isShort = returns.length < 15 || values.slice(0, -1).includes(0n);
// Runs of earlier versions have a volatility of fewer returns.
if (!isShort || run.volatilityPercent !== undefined) checkClose('volatility', volatility, run.volatilityPercent);

// Compared only if its closing price of each day is known.
const benchmark = prices.get(run.benchmark);
const isCompared = days.every((day) => benchmark?.has(day));
for (const [index, day] of days.entries()) {
  const name = `${run.benchmark} on ${day}`;
  if (!isCompared) check(name, undefined, run.curve[index].benchmark);
  else checkClose(name, growthTo(day) * (Number(start) / 100), run.curve[index].benchmark);
}
if (!isCompared) check(`return of ${run.benchmark}`, undefined, run.benchmarkReturnPercent);
else checkClose(`return of ${run.benchmark}`, (growthTo(days.at(-1)) - 1) * 100, run.benchmarkReturnPercent);

console.log(`Recalculated: ${trades.length} trades and ${days.length} days are the same.`);
console.log(`Return ${run.returnPercent}%, max drawdown ${run.drawdownPercent}%, costs $${run.costs}. Hypothetical.`);

function growthTo(day) {
  return Number(benchmark.get(day)) / Number(benchmark.get(days[0]));
}

function fill(day, signalDay, priceOf) {
  const trade = (ticker, side, shares, cents) => {
    const cost = half(cents * rate, 10_000n);
    const sign = side === 'buy' ? 1n : -1n;
    costs += cost;
    cash -= sign * cents + cost;
    held.set(ticker, held.get(ticker) + sign * shares);
    trades.push({
      signalDay,
      day,
      ticker,
      side,
      shares: sharesText(shares),
      price: priceText(priceOf(ticker)),
      amount: money(cents),
      cost: money(cost),
    });
  };
  for (const { ticker, cents } of orders) {
    if (cents >= 0n) continue;
    const wanted = (-cents * unit) / priceOf(ticker);
    const shares = wanted < held.get(ticker) ? wanted : held.get(ticker);
    if (shares > 0n) trade(ticker, 'sell', shares, half(shares * priceOf(ticker), unit));
  }
  const buys = orders.filter(({ cents }) => cents > 0n);
  const available = cash;
  let needed = 0n;
  for (const { cents } of buys) needed += cents + half(cents * rate, 10_000n);
  for (const { ticker, cents } of buys) {
    const paid = needed > available ? (cents * available) / needed - 1n : cents;
    const shares = paid > 0n ? (paid * unit) / priceOf(ticker) : 0n;
    if (shares > 0n) trade(ticker, 'buy', shares, paid);
  }
}

function periodOf(day) {
  const [year, month] = day.split('-');
  if (rebalancing === 'never') return '';
  if (rebalancing === 'yearly') return year;
  return rebalancing === 'monthly' ? `${year}-${month}` : `${year} ${Math.ceil(Number(month) / 3)}`;
}

/** Rounded half away from zero. */
function half(dividend, divisor) {
  const sign = dividend < 0n ? -1n : 1n;
  return sign * ((size(dividend) * 2n + divisor) / (divisor * 2n));
}

function size(value) {
  return value < 0n ? -value : value;
}

function money(cents) {
  const digits = String(size(cents)).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function priceText(price) {
  const digits = String(price).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`;
}

function sharesText(shares) {
  const digits = String(shares).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
}

function check(name, calculated, shown) {
  if (calculated !== shown) fail(`DIFFERENT: ${name} is ${calculated}, run.json says ${shown}`);
}

/** Of floating point: the last digit may be rounded differently. */
function checkClose(name, calculated, shown) {
  if (!(Math.abs(calculated - Number(shown)) < 0.011)) check(name, calculated.toFixed(2), shown);
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

async function read(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    fail(`${file} could not be read: ${error.message}`);
  }
}

function fail(words) {
  console.error(words);
  process.exit(1);
}
