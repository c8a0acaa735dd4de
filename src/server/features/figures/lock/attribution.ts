/** Whether a sentence quotes a named source. */

const media =
  "Reuters|Bloomberg|CNBC|CNN|BBC|(?:the )?(?:Financial Times|Wall Street Journal|New York Times|Washington Post|Economist|Guardian|Times|company)|WSJ|FT|Axios|Forbes|Fortune|Business Insider|Barron[’']s|MarketWatch|Morningstar|Yahoo(?: Finance)?|Seeking Alpha|Nikkei(?: Asia)?|Xinhua|Caixin|Handelsblatt|FAZ|Frankfurter Allgemeine|Süddeutsche|Spiegel|Manager Magazin|Börsen-Zeitung|dpa|Les (?:É|E)chos|Le Monde|Le Figaro|La Tribune|AFP|Expansión|Cinco Días|El País|El Economista|El Mundo|EFE|Il Sole 24 Ore|Sole 24 Ore|Corriere della Sera|[Ll]a Repubblica|Repubblica|Milano Finanza|ANSA|Valor Econômico|Folha(?: de S\\.? ?Paulo)?|Estadão|O Globo|Exame|Público|Jornal de Negócios|NRC|FD|Het Financieele Dagblad|De Telegraaf|de Volkskrant|ANP|Counterpoint|IDC|Statista|Gallup|Deloitte|McKinsey";
const reportingVerbs =
  'reports?|reported|says?|said|writes?|wrote|notes?|noted|puts?|estimates?|estimated|calculates?|calculated|states?|stated|claims?|claimed|quotes?|quoted|cites?|cited|adds?|added|argues?|argued|explains?|explained|shows?|found|counts?|counted|meldete?|berichtete?|berichtet|berichten|schrieb|schreibt|schreiben|schrieben|heißt es (?:bei|in|im)|erklärte?|sagte?|zufolge|rapporte(?:nt)?|écri(?:t|vent|vait)|indique(?:nt)?|publie|note(?:nt)?|affirme(?:nt)?|explique(?:nt)?|titre|publica|informan?|señalan?|cuenta|escriben?|escribió|dicen?|afirman?|explican?|titula|riportano?|scriv(?:e|ono)|riferi(?:sce|scono)|spiega|titola|publicou|informou|noticiou|relatou|escrev(?:e|em|eu)|diz|afirma|destaca|meldde|meldt|schreef|schreven|schrijft|schrijven|berichtte|zegt|aldus';
const by =
  'reported by|[Pp]er|[Aa]s|[Ll]ike|[Cc]iting|[Dd]ata from|[Ff]igures from|[Nn]ach Berichten (?:von|der|des)|[Ww]ie|[Cc]omme|[Cc]omo|[Cc]ome|[Zz]oals|[Bb]lijkens';
const sources =
  "(?:the|la|le|el|il|o|a|der|die|das|dem|het|de|los|las|i|un|une|informa|rapporte|riporta|l[’']|lo que) ";
const article = "(?:the|das|die|der|le|la|les|el|il|lo|o|a|os|as|het|de) |l[’']";
const anyName = String.raw`\p{Lu}[\p{L}’'&]+`;
const ours = String.raw`(?:(?:the|our|your|my|its|unser\p{L}*|Ihr\p{L}*|dem|den|notre|votre|nuestr[ao]s?|tus?|sus?|il tuo|la tua|i tuoi|seus?|suas?|os seus|onze|je|uw) )?(?:[Bb]ook|[Pp]ortfolio|[Rr]ecords?|[Dd]ata|[Tt]ool|Depot|Aufzeichnungen|Daten|Unterlagen|registros?|données|dati|dados|gegevens|cartera|carteira|portafoglio|portefeuille)`;

/** "According to Reuters", "as CNBC noted", "the Wall Street Journal puts it at", "Bloomberg zufolge". */
export const attributed = new RegExp(
  [
    String.raw`(?<![\p{L}\p{Nd}])(?:[Aa]ccording to|[Ll]aut|[Nn]ach Angaben (?:von|der|des)|[Ss]elon|[Dd][’']après|[Ss]egún|[Dd]e acuerdo con|[Ss]econdo|[Ss]tando a|[Ss]egundo|[Cc]onforme|[Dd]e acordo com|[Vv]olgens|[Aa]ldus) (?!${ours})(?:${sources}){0,2}${anyName}`,
    String.raw`(?<![\p{L}\p{Nd}])(?:${by}) (?:\p{L}{2,9} ){0,2}(?:${media})(?![\p{L}])`,
    String.raw`(?<![\p{L}\p{Nd}])(?:${media}) (?:has |have |hat |a |ha )?(?:${reportingVerbs})(?!\p{L})`,
    String.raw`(?<![\p{L}\p{Nd}])(?:${reportingVerbs}) (?:${article})?(?:${media})(?!\p{L})`,
    '据[^，。]{1,12}(?:报道|消息|数据|统计|称|报告)|据(?:路透社|彭博)|(?:路透社?|彭博社?|华尔街日报|财新|新华社|金融时报|日经|第一财经|证券时报)[》”]?(?:报道|称|指出|写道|援引|引述|表示)|《[^》]{2,20}》(?:[^，。]{0,8})(?:报道|称|指出|写道|援引|引述|表示)|[^。、]{1,20}(?:によると|によれば|が報じ|は報じ)|と(?:、)?[^。、]{1,20}(?:が|は)(?:伝え|報じ|述べ|指摘|書い|報道)|(?:ロイター|ブルームバーグ|日本経済新聞|日経新聞|ウォール・ストリート・ジャーナル|共同通信|時事通信)(?:が|は|も)[^。]{0,40}(?:伝え|報じ|述べ|指摘|書い)',
  ].join('|'),
  'gu',
);

/** A source may report on a company that is held, but knows nothing of the reader's own position in it. */
export const ofUser =
  /(?<![\p{Script=Latin}])(?:[Yy]our|[Yy]ou(?:[’']re| are| have| bought| paid| hold| own| made| gained| lost)|(?:[Oo]ur|[Tt]he|[Hh]ouse) (?:portfolio|book|position)|since (?:the |its )?(?:purchase|entry|buying|you bought|we bought)|Ihr(?:e[nmrs]?)?|[Dd]ein(?:e[nmrs]?)?|Depot|seit (?:dem |Ihrem |deinem )?(?:Kauf|Einstieg)|[Vv]otre|[Vv]os|(?:le|du|notre) portefeuille|depuis l[’']achat|[Tt]us?(?= \p{Ll})|cartera|desde la compra|[Tt]u[oaie](?= \p{Ll})|portafoglio|dall[’']acquisto|você|carteira|[Tt]eus?|desde a compra|[Jj]ouw|[Uu]w|je (?:positie|portefeuille|aandelen|belang)|sinds (?:de )?aankoop)(?![\p{Script=Latin}])|您|你的|持仓|投资组合|买入以来|あなた|お客様|保有|ポートフォリオ|購入以来/gu;
