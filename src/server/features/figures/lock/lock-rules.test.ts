import { describe, expect, it } from 'vitest';
import type { Figure } from '~/server/features/figures/figures';
import { unconfirmedFigures } from './unconfirmed-figures';

const shares = [
  { ticker: 'TSLA', name: 'Tesla' },
  { ticker: 'BABA', name: 'Alibaba' },
  { ticker: 'MSFT', name: 'Microsoft' },
];
const figures: Pick<Figure, 'kind' | 'value' | 'ticker'>[] = [
  { kind: 'gain', value: '38.75', ticker: 'TSLA' },
  { kind: 'gain', value: '-12.50', ticker: 'BABA' },
  { kind: 'entry', value: '300.00', ticker: 'MSFT' },
  { kind: 'share', value: '33.33', ticker: 'TSLA' },
  { kind: 'share', value: '60.00' },
];

async function marked(text: string, question = ''): Promise<string[]> {
  const facts = { figures, days: new Map() };
  const answer = { question, text, spans: [], citations: [], shares, facts, isUsed: true };
  return (await unconfirmedFigures(answer)).marks.map((mark) => mark.text);
}

describe('the plans of the user', () => {
  it.each([
    ['I want to sell Tesla at $300. Wise?', 'Setting $300 in advance keeps you disciplined about Tesla.'],
    ['Ich möchte 3.000 € in Tesla stecken.', 'Mit den 3.000 € könntest du Tesla verdoppeln.'],
    ['Je veux placer 5 000 € sur Tesla.', 'Placer ces 5 000 € sur Tesla en une fois serait risqué.'],
    ['¿Meto 2.000 € en Tesla?', 'Antes de meter esos 2.000 € en Tesla, piensa en tu horizonte.'],
    ['Posso mettere 15.000 euro su Tesla?', 'Mettere tutti i 15.000 euro su Tesla sarebbe azzardato.'],
    ['Quero investir R$ 8.000 na Tesla.', 'Antes de aplicar R$ 8.000 na Tesla, pense no prazo.'],
    ['Ik wil 2.500 euro in Tesla steken.', 'Steek die 2.500 euro liever niet in Tesla alleen.'],
    ['我打算把5万元投入特斯拉', '先别急着把5万元全投进特斯拉。'],
    ['テスラに50万円を入れてもいいですか？', 'テスラに50万円を一度に投じるのは慎重に。'],
    ['I have $10,000 left. Tesla?', 'Putting all $10,000 into Tesla at once would be bold.'],
    ['Ich habe 10.000 Euro übrig. Tesla?', '10.000 Euro auf einmal in Tesla zu stecken, wäre mutig.'],
    ['我有10万元，该怎么办？', '10万元可以分批投入特斯拉。'],
    ['Should I sell 10 shares of Tesla?', 'Selling 10 shares of Tesla brings the weight down.'],
    ['I think Tesla is up about 45%.', 'You mention a gain of 45% on Tesla; that is not what we have.'],
    ['I own Tesla since 2015 in my old account.', 'You have held Tesla since 2015 in your old account.'],
  ])('are repeated without a flag: %s', async (question, text) => expect(await marked(text, question)).toEqual([]));

  it.each([
    ['Is Tesla at $300?', 'Yes, Tesla stands at $300.', '$300'],
    ['Is Tesla at $300 so that I can sell?', 'Tesla is at $300 now.', '$300'],
    ['I want to sell Tesla at $300. Is it there?', 'Yes, Tesla stands at $300.', '$300'],
    ['I want to sell Tesla at $300.', 'Yes, $300 on Tesla.', '$300'],
    ['I want to sell Tesla at $300.', 'Tesla has reached $300.', '$300'],
    ['Ich will Tesla bei 300 Dollar verkaufen.', 'Tesla steht heute bei 300 Dollar.', '300 Dollar'],
    ['Je veux vendre Tesla à 300 dollars.', 'Tesla cote actuellement à 300 dollars.', '300 dollars'],
    ['Quiero vender Tesla a 300 dólares.', 'Tesla está ya en 300 dólares.', '300 dólares'],
    ['Voglio vendere Tesla a 300 dollari.', 'Tesla è già a 300 dollari.', '300 dollari'],
    ['Quero vender Tesla a 300 dólares.', 'A Tesla já vale 300 dólares.', '300 dólares'],
    ['Ik wil Tesla op 300 dollar verkopen.', 'Tesla staat nu op 300 dollar.', '300 dollar'],
    ['我打算特斯拉300美元卖出', '特斯拉现价300美元。', '300美元'],
    ['テスラを300ドルで売りたい', 'テスラの株価は300ドルです。', '300ドル'],
    ['I want to sell Tesla at 300 €.', 'Setting $300 for Tesla is fine.', '$300'],
    ['I want to sell. I bought Tesla at $200.', 'With $200 for Tesla you did well.', '$200'],
    ['I have $300 in Tesla?', '$300 of Tesla, as you see.', '$300'],
    ['Did I put $10,000 into Tesla?', 'You put $10,000 into Tesla.', '$10,000'],
    ['我投入了10万元吗？', '您投入了10万元买特斯拉。', '10万元'],
    ['テスラに10万円を投じましたか？', 'テスラに10万円を投じました。', '10万円'],
    ['I want to sell 10 shares of Tesla.', 'You own 10 shares of Tesla.', '10'],
  ])('are flagged if asserted as facts: %s', async (question, text, figure) =>
    expect(await marked(text, question)).toEqual([figure]),
  );
});

it('a figure without a stock belongs to the stock in the message, and to no other', async () => {
  const question = 'What did I pay for Microsoft?';
  expect(await marked('You bought it at $300.', question)).toEqual([]);
  expect(await marked('You bought it at $310.', question)).toEqual(['$310']);
  expect(await marked('You bought Tesla at $300.', question)).toEqual(['$300']);
  expect(await marked('You bought it at $300.', 'What did I pay for Microsoft and Tesla?')).toEqual(['$300']);
});

describe('taxes and official rates', () => {
  it.each([
    'Auf den Gewinn mit Tesla fallen 25 % Abgeltungsteuer an.',
    'En France, le prélèvement sur Tesla s’élève à 30 %.',
    'En España, Tesla: las ganancias tributan al 19 %.',
    'In Italia le plusvalenze di Tesla sono tassate al 26%.',
    'No Brasil, a alíquota sobre Tesla é de 15%.',
    'In Nederland is Tesla belast in box 3 met 36%.',
    '央行将LPR下调至3.1%，特斯拉受益。',
    'テスラの利益への課税は20%です。',
    'Gains on Tesla are taxable at 20%.',
  ])('are not figures of the portfolio: %s', async (text) => expect(await marked(text)).toEqual([]));

  it('do not excuse a gain that is mentioned with them', async () => {
    expect(await marked('After withholding tax, your Tesla position is up 41%.')).toEqual(['41%']);
    expect(await marked('Nach Abgeltungsteuer liegt Ihre Tesla-Position 41 % im Plus.')).toEqual(['41 %']);
  });
});

describe('the opinion of a bank', () => {
  it.each([
    'Wedbush sees Tesla at $400.',
    'Die Deutsche Bank nennt 475 Dollar, Jefferies traut der Tesla-Aktie 550 Dollar zu.',
    'Bernstein voit Tesla à 420 dollars.',
    'Jefferies ve Tesla en 420 dólares.',
    'Mediobanca vede Tesla a 420 dollari.',
    'O BTG Pactual vê Tesla a 420 dólares.',
    'Jefferies ziet Tesla op 420 dollar.',
    'Der Zielkurs der Analysten für Tesla liegt bei 420 Dollar.',
    'Il target price medio su Tesla è di 420 dollari.',
    'Het gemiddelde koersdoel voor Tesla is 420 dollar.',
    '高盛看到特斯拉420美元。',
    'アナリストはテスラを420ドルと予想。',
    '| Broker | Tesla |\n|---|---|\n| Rosenblatt | $420 |\n| A house nobody knows | $400 |',
  ])('is not a price: %s', async (text) => expect(await marked(text)).toEqual([]));

  it.each([
    ['Wedbush sees Tesla at $400, but it trades at $287.', '$287'],
    ['UBS sees Tesla currently at $287.', '$287'],
    ['Wedbush sees it higher. Tesla is at $287.', '$287'],
    ['Wedbush expects more after your Tesla gain of 41%.', '41%'],
    ['Wedbush expects more after your Tesla profit of $3,000.', '$3,000'],
    ['分析师看好，您的特斯拉赚了3000美元。', '3000美元'],
    ['| Share | Price |\n|---|---|\n| Tesla | $287 |', '$287'],
  ])('excuses nothing else: %s', async (text, figure) => expect(await marked(text)).toEqual([figure]));
});

describe('the direction of a gain', () => {
  it.each([
    'Alibaba: a 12.5% loss.',
    'Alibaba liegt 12,5 % unter Einstand.',
    'アリババは12.5%の含み損です。',
    '阿里目前亏损12.5%。',
    'Con Alibaba pierdes un 12,5 %.',
    'A Alibaba cai 12,5% na sua carteira.',
    'Alibaba staat 12,5% lager dan je aankoop.',
    'Alibaba stürzte um 12,5 % ab.',
    'Alibaba ist um 12,5 % abgestürzt.',
    'Alibaba gab seit dem Kauf um 12,5 % nach.',
    'Alibaba ging um 12,5 % zurück.',
    'Alibaba brach um 12,5 % ein, seit du gekauft hast.',
    'Tesla legte um 38,75 % zu.',
    'Es gab bei Tesla 38,75 % nach dem Kauf.',
    'Anleger stürzten sich auf Tesla: 38,75 %.',
  ])('can be a word before or after it: %s', async (text) => expect(await marked(text)).toEqual([]));

  it('is wrong if the words contradict it', async () => {
    expect(await marked('You have a 12.5% gain on Alibaba.')).toEqual(['12.5%']);
    expect(await marked('You have a 38.75% loss on Tesla.')).toEqual(['38.75%']);
    expect(await marked('Tesla rose 38.75%, then fell.')).toEqual([]);
  });

  it.each([
    'Tesla stürzte um 38,75 % ab.',
    'Tesla ist um 38,75 % abgestürzt.',
    'Tesla rutschte um 38,75 % ab.',
    'Tesla gab um 38,75 % nach.',
    'Tesla gibt seit dem Kauf 38,75 % nach.',
    'Tesla ging um 38,75 % zurück.',
    'Tesla brach um 38,75 % ein.',
  ])('is wrong beside a separable verb: %s', async (text) => expect(await marked(text)).toEqual(['38,75 %']));
});

describe('a part of a whole or a price', () => {
  it.each([
    ['Tesla gained 33.33%.', '33.33%'],
    ['Tesla hat einen Gewinn von 33,33 %.', '33,33 %'],
    ['The portfolio is up 60%.', '60%'],
    ['Microsoft gained $300.', '$300'],
  ])('is not a gain: %s', async (text, figure) => expect(await marked(text)).toEqual([figure]));

  it.each(['Tesla is 33.33% of the portfolio.', '60% of the closed positions had a gain.'])(
    'is confirmed as what it is: %s',
    async (text) => expect(await marked(text)).toEqual([]),
  );
});

describe('what the user holds', () => {
  it.each([
    ['Mit deinen 80 Stück Alibaba bist du gut dabei.', '80 Stück'],
    ['Vos 65 actions Tesla progressent.', '65 actions'],
    ['Your 65 shares of Tesla do well.', '65'],
    ['Tus 65 acciones de Tesla van bien.', '65'],
    ['Je 65 aandelen Tesla doen het goed.', '65'],
    ["After that sale of Tesla, you'd still own 15.", '15'],
    ['Dopo la vendita di Tesla te ne resterebbero 25.', '25'],
    ['Llevas siete años con Tesla.', 'siete'],
    ['Cela fait cinq ans que vous détenez vos actions Tesla.', 'cinq'],
    ['Faz quatro anos que a Tesla está na sua carteira.', 'quatro'],
    ['You hold about 12% in cash, and Tesla.', '12%'],
    ["You're ahead by nine thousand on Tesla.", 'nine thousand'],
    ['The market value of your Tesla stake is $3.2K.', '$3.2K'],
    ['您的组合总市值约为35万元。', '35万元'],
    ['保有資産の時価総額は約480万円です。', '480万円'],
    ['| | TSLA |\n|---|---|\n| Market value (USD) | 12,505 |', '12,505'],
    ['SAP is fine; Tesla costs $191.50 a share.', '$191.50'],
    ['保有中のポジションは九つです。', '九'],
    ['您持有九个未平仓头寸。', '九'],
    ['Ihre Tesla-Position ist 12.400 wert.', '12.400'],
    ['売却後も、テスラは25株残ります。', '25'],
    ['With Tesla you have made about 11k.', '11k'],
    ['| Aktie | Haltedauer |\n|---|---|\n| Tesla | 14 Monate |', '14'],
    ['MS steht bei 412,50 USD.', '412,50 USD'],
    ['You could add to Alibaba, which is down 20%.', '20%'],
  ])('is flagged in any wording: %s', async (text, figure) => {
    const [mark = '', ...others] = await marked(text);
    expect(others).toEqual([]);
    expect(mark === figure || figure.startsWith(mark)).toBe(true);
    expect(mark).not.toBe('');
  });

  it.each([
    'Tesla holds 12% of its assets in cash.',
    'The market value of Tesla is $800 billion.',
    'Tesla paid a dividend of $4.30 a share.',
    'Tesla and Alibaba are quiet: two positions without surprises.',
    'There are two points to Tesla: growth and price.',
    'テスラのS&P500は24%上昇しました。',
    '阿里云收入增长13%。',
    'MS Office is used by 400 people at Tesla.',
  ])('is not a figure of a company or an index: %s', async (text) => expect(await marked(text)).toEqual([]));
});

it('a figure is only confirmed if exact: rounded and spelled-out figures stay flagged', async () => {
  expect(await marked('Tesla is up about 39%.')).toEqual(['39%']);
  expect(await marked('Tesla is up 38.75%.')).toEqual([]);
  expect(await marked('Your Tesla stake has nearly doubled.')).toEqual(['doubled']);
});

describe('the result of a stake', () => {
  it.each([
    ['Every dollar in Tesla has turned into four.', 'four'],
    ['Aus jedem in Tesla angelegten Euro sind vier geworden.', 'vier'],
    ['Un euro placé sur Tesla en vaut quatre aujourd’hui.', 'quatre'],
    ['Cada dólar invertido en Tesla vale hoy cuatro.', 'cuatro'],
    ['Ogni euro investito in Tesla ne vale quattro.', 'quattro'],
    ['Cada real investido na Tesla vale hoje quatro.', 'quatro'],
    ['Elke euro in Tesla is nu vier waard.', 'vier'],
    ['Aus 1.000 Dollar in Tesla wurden 1.520.', '1.520'],
    ['If you had put $1,000 into Tesla, it would be worth $1,520 now.', '$1,520'],
  ])('is a figure of the position, the stake is not: %s', async (text, figure) =>
    expect(await marked(text)).toEqual([figure]),
  );

  it('is a different number if it counts something', async () => {
    expect(await marked('Every dollar Tesla earns pays four suppliers.')).toEqual([]);
    expect(await marked('Your Tesla stake turned $1,000 into $1,520.')).toEqual(['$1,000', '$1,520']);
  });
});

describe('a gain with or without dividends', () => {
  it.each([
    ['Tesla rose 33.98% with dividends.', ['33.98%']],
    ['Your Tesla position is up 40% including dividends, 35% without dividends.', ['40%', '35%']],
    ['Tesla liegt mit Dividenden 33,98 % im Plus.', ['33,98 %']],
    ['Tesla a gagné 33,98 % avec dividendes.', ['33,98 %']],
    ['Tesla ha subido un 33,98 % con dividendos.', ['33,98 %']],
    ['Tesla è salita del 33,98% dividendi inclusi.', ['33,98%']],
    ['A Tesla subiu 33,98% com dividendos.', ['33,98%']],
    ['Tesla steeg 33,98% inclusief dividend.', ['33,98%']],
    ['特斯拉含股息上涨33.98%。', ['33.98%']],
    ['テスラは配当込みで33.98%上昇しました。', ['33.98%']],
  ])('is a figure of the position: %s', async (text, figures) => expect(await marked(text)).toEqual(figures));

  it('is different from what a company pays', async () => {
    expect(await marked('Tesla raised its dividend by 5%, and dividends grew 8% a year.')).toEqual([]);
  });
});

describe('distances from the entry price', () => {
  it.each([
    ["Alibaba vous coûte 18 % par rapport à votre prix d'achat.", '18 %'],
    ['Alibaba te cuesta un 18 % respecto a tu precio de compra.', '18 %'],
    ['Alibaba ti costa il 18% rispetto al prezzo di carico.', '18%'],
    ['A Alibaba custa-lhe 18% em relação ao preço de compra.', '18%'],
    ['Alibaba kost je 18% ten opzichte van je aankoopprijs.', '18%'],
    ['Alibaba kostet dich 18 % gegenüber deinem Kaufpreis.', '18 %'],
  ])('are figures of the position: %s', async (text, figure) => expect(await marked(text)).toEqual([figure]));
});

describe('counts', () => {
  it.each([
    ['Six of your positions are in profit and one is under water.', ['Six', 'one']],
    ['Only one position is in the red.', ['Only one']],
    ['Nur eine Position liegt im Minus.', ['Nur eine']],
    ['Solo una de tus posiciones pierde.', ['Solo una']],
    ['Your record stands at seven wins and two losses.', ['seven', 'two']],
    ['Tesla and Microsoft: your top three make up 300% of the gain.', ['300%']],
  ])('are flagged: %s', async (text, figures) => expect(await marked(text)).toEqual(figures));

  it('do not include articles', async () => expect(await marked('Tesla is one of the better ones.')).toEqual([]));
});

it.each([
  ['Dein Einstandskurs bei Microsoft: 388.', '388'],
  ['Votre prix de revient sur Microsoft : 388.', '388'],
  ['Seit drei Jahren hältst du Tesla.', 'drei'],
  ['Die durchschnittliche Haltedauer beträgt 14 Monate.', '14'],
  ['From a hundred dollars Tesla went to one hundred and eighty.', 'a hundred dollars'],
])('reads the labels of prices and of holding periods: %s', async (text, figure) =>
  expect((await marked(text))[0]).toBe(figure),
);
