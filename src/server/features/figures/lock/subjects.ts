/**
 * Finds the subjects of a text: stocks of the portfolio by ticker or name, and companies, indices and assets outside
 * it.
 */
import { matchesOf } from '~/server/lib/matches';
import { isGeneric, namesOf, withoutGenitive } from './company-names';

export interface Share {
  ticker: string;
  name: string;
}

export interface Mention {
  at: number;
  end: number;
  /** Absent for subjects outside the portfolio. */
  ticker?: string;
}

/** Company names in other scripts, and other common names. */
const otherNames: Record<string, readonly string[]> = {
  TSLA: ['特斯拉', 'テスラ'],
  NVDA: ['英伟达', '輝達', 'エヌビディア'],
  GOOGL: ['Google', '谷歌', 'グーグル', 'アルファベット', 'Alphabet'],
  GOOG: ['Google', '谷歌', 'グーグル', 'アルファベット', 'Alphabet'],
  BABA: ['阿里巴巴', '阿里', 'アリババ'],
  MSFT: ['MS', '微软', '微軟', 'マイクロソフト'],
  AMZN: ['亚马逊', '亞馬遜', 'アマゾン'],
  AAPL: ['苹果', '蘋果', 'アップル'],
  META: ['Facebook', '脸书', 'メタ'],
  NFLX: ['奈飞', 'ネットフリックス'],
  IT: ['高德纳', 'ガートナー'],
  TGT: ['塔吉特', 'ターゲット'],
  INTC: ['英特尔', 'インテル'],
  AVGO: ['博通', 'ブロードコム'],
  TSM: ['台积电', '台積電', 'ＴＳＭＣ'],
  ORCL: ['甲骨文', 'オラクル'],
  CRM: ['赛富时', 'セールスフォース'],
  ADBE: ['奥多比', 'アドビ'],
  QCOM: ['高通', 'クアルコム'],
  CSCO: ['思科', 'シスコ'],
  IBM: ['国际商业机器'],
  DIS: ['迪士尼', 'ディズニー'],
  NKE: ['耐克', 'ナイキ'],
  SBUX: ['星巴克', 'スターバックス'],
  KO: ['可口可乐', 'コカ・コーラ'],
  PEP: ['百事', 'ペプシコ'],
  MCD: ['麦当劳', 'マクドナルド'],
  WMT: ['沃尔玛', 'ウォルマート'],
  COST: ['好市多', '开市客', 'コストコ'],
  JPM: ['摩根大通', 'JPモルガン'],
  V: ['维萨'],
  MA: ['万事达', 'マスターカード'],
  BA: ['波音', 'ボーイング'],
  PFE: ['辉瑞', 'ファイザー'],
  JNJ: ['J&J', '强生', 'ジョンソン・エンド・ジョンソン'],
  LLY: ['Lilly', '礼来', 'イーライリリー'],
  'VOW3.DE': ['VW'],
  'VOW.DE': ['VW'],
  'MBG.DE': ['Mercedes'],
  GM: ['通用汽车', 'ゼネラルモーターズ'],
  HD: ['家得宝', 'ホーム・デポ'],
  PG: ['P&G', '宝洁'],
  RIO: ['力拓', 'リオ・ティント'],
  NVO: ['诺和诺德', 'ノボノルディスク'],
  BYDDY: ['比亚迪'],
  PDD: ['拼多多'],
  JD: ['京东'],
  BIDU: ['百度'],
  TCEHY: ['腾讯'],
  TM: ['丰田', 'トヨタ'],
  SONY: ['索尼', 'ソニー'],
  ASML: ['阿斯麦'],
  PLTR: ['帕兰提尔', 'パランティア'],
  UBER: ['优步', 'ウーバー'],
  PYPL: ['贝宝', 'ペイパル'],
  SPOT: ['声田', 'スポティファイ'],
};

/** Short names that occur within other names: of a cloud, an index, or another stock's ticker. */
const onlyAlone: Record<string, string> = {
  MS: '(?<![\\p{L}\\p{Nd}])MS(?![\\p{L}\\p{Nd}&])(?! (?:Office|Teams|Word|Excel|Project))',
  阿里: '阿里(?!巴巴|云|健康|影业|妈妈)',
};

/** Often named in answers about a portfolio. Companies in the portfolio are excluded when found. */
const wellKnown =
  "S&P(?: ?500)?|SPY|AEX|IBEX(?: 35)?|FTSE MIB|SMI|KOSPI|TOPIX|Sensex|ECB|EZB|BCE|BoE|Fed|Federal Reserve|[Cc]entral bank|Azure|沪深300|上证指数|Nasdaq(?:[- ]?100)?|Dow(?: Jones)?|DAX|CAC(?: 40)?|FTSE(?: 100)?|Nikkei(?: 225)?|Hang Seng|Euro ?Stoxx(?: 50)?|Stoxx(?: 600)?|MSCI(?: World)?|Russell(?: 2000)?|QQQ|Bitcoin|Ethereum|[Gg]old|[Ss]ilver|[Cc]opper|[Oo]il|Brent|[Bb]onds?|Treasur(?:y|ies)|[Tt]he (?:(?:wider |broader |whole )?market|index|sector|industry|benchmark|economy|dollar|euro|yen|pound)|(?:[Dd](?:er|en|em)) (?:Markt|Index|Sektor|Euro|Dollar)|[Ll]e (?:marché|dollar)|[Ll][’']euro|[Ee]l (?:mercado|dólar|euro)|[Ii]l (?:mercato|dollaro)|[Oo] (?:mercado|dólar|euro)|[Dd]e (?:markt|dollar|euro)|Apple|AAPL|Microsoft|MSFT|Amazon|AMZN|Alphabet|Google|Meta|Facebook|Nvidia|Netflix|Intel|AMD|IBM|Oracle|Cisco|Adobe|Salesforce|Broadcom|Qualcomm|TSMC|Samsung|Sony|Toyota|Honda|Ford|GM|General Motors|Volkswagen|VW|BMW|Mercedes|Porsche|Ferrari|Stellantis|Renault|BYD|Rivian|Lucid|Nio|Boeing|Airbus|Walmart|Costco|Target|Nike|Adidas|McDonald's|Starbucks|Coca-Cola|Pepsi(?:Co)?|Disney|JPMorgan|Goldman(?: Sachs)?|Morgan Stanley|BlackRock|Berkshire(?: Hathaway)?|Visa|Mastercard|PayPal|Pfizer|Moderna|Novo Nordisk|Eli Lilly|Roche|Novartis|Nestlé|Siemens|SAP|Allianz|BASF|Bayer|LVMH|L'Oréal|TotalEnergies|Shell|BP|Exxon(?:Mobil)?|Chevron|Tencent|JD.com|PDD|Baidu|Palantir|Snowflake|Uber|Airbnb|Spotify|Shopify|ASML|Philips|Unilever|Heineken|Inditex|Santander|BBVA|Telefónica|Iberdrola|Enel|Eni|Stellantis|Petrobras|Vale S\\.A\\.|标普500|纳斯达克|道琼斯|恒生指数|日経平均|ナスダック|トヨタ|ソニー|苹果|アップル|亚马逊|腾讯";

/** Also often named: companies from the countries of the supported languages, and assets other than companies. */
const alsoKnown =
  "General (?:Electric|Mills|Dynamics|Re|Catalyst)|American (?:Airlines|Tower|Eagle)|CSI 300|Adyen|Prosus|ING|Ahold(?: Delhaize)?|KPN|ArcelorMittal|Nintendo|Rakuten|SoftBank|Hitachi|Mitsubishi|Panasonic|Keyence|Fanuc|Nissan|Itaú|Bradesco|Ambev|Embraer|Magazine Luiza|(?<=[Aa] )Vale|EDP|Galp|Jerónimo Martins|BCP|Ibovespa|PSI(?: 20)?|Bovespa|Intesa(?: Sanpaolo)?|UniCredit|Generali|Leonardo|Prysmian|Hermès|Sanofi|Danone|Carrefour|BNP(?: Paribas)?|Société Générale|Crédit Agricole|Kering|Safran|Thales|Orange|Schneider(?: Electric)?|Air Liquide|Vinci|Michelin|Deutsche (?:Bank|Telekom|Post)|DHL|Telekom|Commerzbank|Infineon|RWE|E\\.ON|Zalando|Rheinmetall|Munich Re|Münchener? Rück|Hannover Rück|Continental|Henkel|Beiersdorf|Delivery Hero|MDAX|TecDAX|SDAX|ATX|Repsol|CaixaBank|Ferrovial|Aena|Cellnex|Merval|IPC|Ericsson|Nokia|Volvo|UBS|Credit Suisse|ABB|Richemont|HSBC|Barclays|Lloyds|AstraZeneca|GSK|Rolls-Royce|Diageo|Rio Tinto|Glencore|BHP|Micron|Arm|Marvell|Texas Instruments|Applied Materials|Lam Research|Dell|HP|CrowdStrike|Palo Alto(?: Networks)?|Fortinet|ServiceNow|Workday|Intuit|Zoom|Twilio|Cloudflare|Datadog|MongoDB|Coinbase|Robinhood|Block|Stripe|Klarna|MicroStrategy|Forrester|IDC|Accenture|Cognizant|Infosys|Home Depot|Lowe[’']s|Kroger|Dollar (?:General|Tree)|Best Buy|Macy[’']s|Kohl[’']s|TJX|Aldi|Lidl|Tesco|Shein|Temu|Pinduoduo|Meituan|NetEase|Xiaomi|Huawei|Geely|XPeng|Xpeng|Li Auto|CATL|Hyundai|Kia|SK Hynix|Foxconn|Johnson & Johnson|Merck|AbbVie|UnitedHealth|Procter & Gamble|Bank of America|Citigroup|Wells Fargo|American Express|Caterpillar|Deere|Lockheed(?: Martin)?|GE|Verizon|AT&T|Comcast|Solana|XRP|Ripple|Dogecoin|[Cc]rypto|Magnificent (?:Seven|7)|(?:\\p{Lu}[\\p{L}&-]+ ){0,3}Index|\\p{Lu}\\p{L}+-Index|[Pp]latinum|[Pp]alladium|[Uu]ranium|[Ll]ithium|[Nn]atural gas|比亚迪|腾讯|京东|百度|拼多多|美团|小米|华为|宁德时代|贵州茅台|台积电|三星|丰田|波音|英特尔|苹果公司|黄金|原油|金价|油价|日经(?:指数|225)?|道指|纳指|标普|上证|深证|创业板|比特币|美元|欧元区|大盘|任天堂|ソニー|ソフトバンク|ホンダ|日産|日立|三菱|パナソニック|ファーストリテイリング|サムスン|インテル|ビットコイン|金価格|原油|ドル円|TOPIX|ダウ|美联储|日銀|FRB|中国経済";

/** "Tesla-Aktien" are shares of Tesla. */
const compound =
  /-(?:Aktien?|Papiere?n?|Anteile?n?|Position(?:en)?|Titel|Kurs\p{L}*|aandeel|aandelen|positie|shares?|stock|stake|position)$/iu;

export class Subjects {
  private readonly keys = new Map<string, string>();
  private readonly exact = new Map<string, string>();
  /** Names of several words by their first word, longest first. */
  private readonly phrases = new Map<string, { words: string; ticker: string }[]>();
  /** Names of portfolio companies that match the lists of other companies. */
  private readonly partsOfHeld = new Map<string, string>();
  private readonly foreign = new RegExp(
    `(?<![\\p{Script=Latin}\\p{Nd}])(?:${wellKnown}|${alsoKnown})(?![\\p{Script=Latin}\\p{Nd}])`,
    'gu',
  );
  private readonly aliases: RegExp | undefined;
  private readonly aliasOwners = new Map<string, string>();

  constructor(shares: readonly Share[]) {
    // Tickers first, so that a word of a name never replaces a ticker.
    for (const { ticker } of shares) {
      // Short tickers are also words (IT, ON, A), so their case must match.
      this.exact.set(ticker, ticker);
      if (ticker.length > 2) this.keys.set(ticker.toLowerCase(), ticker);
      const [symbol = ''] = ticker.split('.', 1);
      const others = otherNames[ticker] ?? (symbol.length > 2 ? otherNames[symbol] : undefined) ?? [];
      for (const other of others) this.aliasOwners.set(other, ticker);
    }
    for (const { ticker, name } of shares) {
      for (const known of namesOf(name)) this.addName(known, ticker);
      const [symbol = ''] = ticker.split('.', 1);
      if (/^[A-Z]{3,}$/.test(symbol)) this.addWord(symbol, ticker);
    }
    const names = [...this.aliasOwners.keys()];
    if (names.length > 0) this.aliases = new RegExp(names.map((name) => onlyAlone[name] ?? name).join('|'), 'gu');
  }

  private addName(name: string, ticker: string): void {
    const words = name.split(' ');
    const [first = '', last = ''] = [words[0], words.at(-1)];
    if (words.length === 1) {
      if (name.length > 1 && !isGeneric(name)) this.addWord(name, ticker);
      return;
    }
    for (const written of new Set([name, name.toUpperCase()])) {
      const [key = ''] = written.split(' ', 1);
      const others = this.phrases.get(key) ?? [];
      this.phrases.set(
        key,
        [...others, { words: written, ticker }].sort((one, other) => other.words.length - one.words.length),
      );
    }
    // Company names are also words (Target, Block); as names they are capitalized.
    if (first.length > 3 && !isGeneric(first)) this.addWord(first, ticker);
    for (const part of [first, last]) if (part.length > 2 && !isGeneric(part)) this.partsOfHeld.set(part, ticker);
  }

  /** As written, capitalized, and in upper case. */
  private addWord(word: string, ticker: string): void {
    const bare = withoutGenitive(word);
    for (const written of [bare, bare.charAt(0).toUpperCase() + bare.slice(1), bare.toUpperCase()])
      if (!this.exact.has(written)) this.exact.set(written, ticker);
  }

  /** In text order. */
  in(text: string): Mention[] {
    const mentions: Mention[] = [];
    let end = 0;
    for (const match of text.matchAll(/[\p{Script=Latin}\p{Nd}&-]+(?:[.'’][\p{Script=Latin}\p{Nd}&-]+)*/gu)) {
      const [word] = match;
      if (match.index < end) continue;
      const phrase = this.phraseAt(text, match.index, word);
      const name = phrase?.words ?? word.replace(compound, '');
      const ticker = phrase?.ticker ?? this.heldBy(word) ?? this.heldBy(name);
      if (!ticker) continue;
      end = match.index + name.length;
      mentions.push({ at: match.index, end, ticker });
    }
    const named = [...mentions];
    const isWithin = (some: readonly Mention[], place: Mention) =>
      some.some((one) => one.at < place.end && place.at < one.end);
    for (const match of this.aliases ? matchesOf(this.aliases, text) : []) {
      const place = { at: match.index, end: match.index + match[0].length };
      if (!isWithin(named, place)) mentions.push({ ...place, ticker: this.aliasOwners.get(match[0]) ?? '' });
    }
    const held = [...mentions];
    for (const match of matchesOf(this.foreign, text)) {
      const place = { at: match.index, end: match.index + match[0].length };
      // Within a longer word such as "BMW-Werk", a name does not refer to its shares.
      if (isWithin(held, place) || this.exact.has(match[0])) continue;
      const ticker = this.partsOfHeld.get(match[0]);
      mentions.push(ticker === undefined ? place : { ...place, ticker });
    }
    return mentions.sort((a, b) => a.at - b.at);
  }

  private phraseAt(text: string, at: number, word: string) {
    const [key = ''] = withoutGenitive(word).split('-', 1);
    return [...(this.phrases.get(word) ?? []), ...(key === word ? [] : (this.phrases.get(key) ?? []))].find(
      ({ words }) =>
        text.slice(at, at + words.length).replaceAll('-', ' ') === words.replaceAll('-', ' ') &&
        !/^[\p{Script=Latin}\p{Nd}]/u.test(text.slice(at + words.length, at + words.length + 2)),
    );
  }

  private heldBy(word: string): string | undefined {
    const bare = withoutGenitive(word);
    return (
      this.exact.get(bare) ??
      (bare === bare.toUpperCase() || bare.length > 3 ? this.keys.get(bare.toLowerCase()) : undefined)
    );
  }
}
