/** Finds what a text speaks of: shares of the portfolio by ticker or name, and companies, indices and assets it does not hold. */
import { matchesOf } from './match';

export interface Share {
  ticker: string;
  name: string;
}

export interface Mention {
  at: number;
  end: number;
  /** Absent for what the portfolio does not hold. */
  ticker?: string;
}

/** What companies are called in scripts other than Latin, and by another name than their own. */
const otherNames: Record<string, readonly string[]> = {
  TSLA: ['特斯拉', 'テスラ'],
  NVDA: ['英伟达', '輝達', 'エヌビディア'],
  GOOGL: ['Google', '谷歌', 'グーグル', 'アルファベット', 'Alphabet'],
  GOOG: ['Google', '谷歌', 'グーグル', 'アルファベット', 'Alphabet'],
  BABA: ['阿里巴巴', 'アリババ'],
  MSFT: ['微软', '微軟', 'マイクロソフト'],
  AMZN: ['亚马逊', '亞馬遜', 'アマゾン'],
  AAPL: ['苹果', '蘋果', 'アップル'],
  META: ['Facebook', '脸书', 'メタ'],
  NFLX: ['奈飞', 'ネットフリックス'],
};

/** Often named in answers beside a portfolio. One that is held counts as held. */
const wellKnown =
  "S&P(?: 500)?|SPY|AEX|IBEX(?: 35)?|FTSE MIB|SMI|KOSPI|TOPIX|Sensex|ECB|EZB|BCE|BoE|Fed|Federal Reserve|[Cc]entral bank|Azure|沪深300|上证指数|Nasdaq(?:[- ]?100)?|Dow(?: Jones)?|DAX|CAC(?: 40)?|FTSE(?: 100)?|Nikkei(?: 225)?|Hang Seng|Euro ?Stoxx(?: 50)?|Stoxx(?: 600)?|MSCI(?: World)?|Russell(?: 2000)?|QQQ|Bitcoin|Ethereum|[Gg]old|[Ss]ilver|[Cc]opper|[Oo]il|Brent|[Bb]onds?|Treasur(?:y|ies)|[Tt]he (?:(?:wider |broader |whole )?market|index|sector|industry|benchmark|economy|dollar|euro|yen|pound)|(?:[Dd](?:er|en|em)) (?:Markt|Index|Sektor|Euro|Dollar)|[Ll]e (?:marché|dollar)|[Ll][’']euro|[Ee]l (?:mercado|dólar|euro)|[Ii]l (?:mercato|dollaro)|[Oo] (?:mercado|dólar|euro)|[Dd]e (?:markt|dollar|euro)|Apple|AAPL|Microsoft|MSFT|Amazon|AMZN|Alphabet|Google|Meta|Facebook|Nvidia|Netflix|Intel|AMD|IBM|Oracle|Cisco|Adobe|Salesforce|Broadcom|Qualcomm|TSMC|Samsung|Sony|Toyota|Honda|Ford|GM|General Motors|Volkswagen|VW|BMW|Mercedes|Porsche|Ferrari|Stellantis|Renault|BYD|Rivian|Lucid|Nio|Boeing|Airbus|Walmart|Costco|Target|Nike|Adidas|McDonald's|Starbucks|Coca-Cola|Pepsi(?:Co)?|Disney|JPMorgan|Goldman(?: Sachs)?|Morgan Stanley|BlackRock|Berkshire(?: Hathaway)?|Visa|Mastercard|PayPal|Pfizer|Moderna|Novo Nordisk|Eli Lilly|Roche|Novartis|Nestlé|Siemens|SAP|Allianz|BASF|Bayer|LVMH|L'Oréal|TotalEnergies|Shell|BP|Exxon(?:Mobil)?|Chevron|Tencent|JD.com|PDD|Baidu|Palantir|Snowflake|Uber|Airbnb|Spotify|Shopify|ASML|Philips|Unilever|Heineken|Inditex|Santander|BBVA|Telefónica|Iberdrola|Enel|Eni|Stellantis|Petrobras|Vale S\\.A\\.|标普500|纳斯达克|道琼斯|恒生指数|日経平均|ナスダック|トヨタ|ソニー|苹果|アップル|亚马逊|腾讯";

export class Subjects {
  private readonly keys = new Map<string, string>();
  private readonly exact = new Map<string, string>();
  private readonly foreign = new RegExp(`(?<![\\p{L}\\p{Nd}])(?:${wellKnown})(?![\\p{Script=Latin}\\p{Nd}])`, 'gu');
  private readonly aliases: RegExp | undefined;
  private readonly aliasOwners = new Map<string, string>();

  constructor(shares: readonly Share[]) {
    for (const { ticker, name } of shares) {
      // Short tickers are words too (IT, ON, A): they count only as they are written.
      this.exact.set(ticker, ticker);
      if (ticker.length > 2) this.keys.set(ticker.toLowerCase(), ticker);
      const [first = ''] = name.split(/[\s,]+/, 1);
      // Names of companies are words as well (Target, General, Block): as names they are written large.
      if (first.length > 3) this.exact.set(first, ticker).set(first.toUpperCase(), ticker);
      for (const other of otherNames[ticker] ?? []) this.aliasOwners.set(other, ticker);
    }
    const names = [...this.aliasOwners.keys()];
    if (names.length > 0) this.aliases = new RegExp(names.join('|'), 'gu');
  }

  /** In the order of the text. */
  in(text: string): Mention[] {
    const mentions: Mention[] = [];
    for (const match of text.matchAll(/[\p{Script=Latin}\p{Nd}&-]+(?:[.'’][\p{Script=Latin}\p{Nd}&-]+)*/gu)) {
      const ticker = this.heldBy(match[0]);
      if (ticker) mentions.push({ at: match.index, end: match.index + match[0].length, ticker });
    }
    for (const match of this.aliases ? matchesOf(this.aliases, text) : [])
      mentions.push({
        at: match.index,
        end: match.index + match[0].length,
        ticker: this.aliasOwners.get(match[0]) ?? '',
      });
    const held = [...mentions];
    for (const match of matchesOf(this.foreign, text)) {
      const end = match.index + match[0].length;
      if (!held.some((one) => one.at < end && match.index < one.end)) mentions.push({ at: match.index, end });
    }
    return mentions.sort((a, b) => a.at - b.at);
  }

  private heldBy(word: string): string | undefined {
    const bare = word.replace(/['’]s?$/u, '');
    return (
      this.exact.get(bare) ??
      (bare === bare.toUpperCase() || bare.length > 3 ? this.keys.get(bare.toLowerCase()) : undefined)
    );
  }
}
