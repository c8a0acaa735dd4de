/** Whether a sentence quotes a named source. */

const media =
  "Reuters|Bloomberg|CNBC|CNN|BBC|(?:the )?(?:Financial Times|Wall Street Journal|New York Times|Washington Post|Economist|Guardian|Times|company)|WSJ|FT|Axios|Forbes|Fortune|Business Insider|Barron[’']s|MarketWatch|Morningstar|Yahoo(?: Finance)?|Seeking Alpha|Nikkei(?: Asia)?|Xinhua|Caixin|Handelsblatt|FAZ|Frankfurter Allgemeine|Süddeutsche|Spiegel|Manager Magazin|Börsen-Zeitung|dpa|Les (?:É|E)chos|Le Monde|Le Figaro|La Tribune|AFP|Expansión|Cinco Días|El País|El Economista|El Mundo|EFE|Il Sole 24 Ore|Corriere della Sera|La Repubblica|Milano Finanza|ANSA|Valor Econômico|Folha(?: de S\\.? ?Paulo)?|Estadão|O Globo|Exame|Público|Jornal de Negócios|NRC|FD|Het Financieele Dagblad|De Telegraaf|de Volkskrant|ANP|Counterpoint|IDC|Statista|Gallup|Deloitte|McKinsey";
const said =
  'reports?|reported|says?|said|writes?|wrote|notes?|noted|puts?|estimates?|estimated|calculates?|calculated|states?|stated|claims?|claimed|quotes?|quoted|cites?|cited|found|counts?|counted|meldete?|berichtete?|schrieb|schreibt|zufolge|rapporte|écrit|indique|publie|publica|informa|señala|cuenta|riporta|scrive|riferisce|publicou|informou|noticiou|relatou|meldde|meldt|schreef|schrijft|berichtte';
const by =
  'reported by|[Pp]er|[Aa]s|[Ll]ike|[Cc]iting|[Dd]ata from|[Ff]igures from|[Nn]ach Berichten (?:von|der|des)|[Ww]ie|[Cc]omme|[Cc]omo|[Cc]ome|[Zz]oals|[Bb]lijkens';
const sources =
  "(?:the|la|le|el|il|o|a|der|die|das|dem|het|de|los|las|i|un|une|informa|rapporte|riporta|l[’']|lo que) ";
const anyName = String.raw`\p{Lu}[\p{L}’'&]+`;
const ours = String.raw`(?:(?:the|our|your|my|its|unser\p{L}*|Ihr\p{L}*|dem|den|notre|votre|nuestr[ao]s?|tus?|sus?|il tuo|la tua|i tuoi|seus?|suas?|os seus|onze|je|uw) )?(?:[Bb]ook|[Pp]ortfolio|[Rr]ecords?|[Dd]ata|[Tt]ool|Depot|Aufzeichnungen|Daten|Unterlagen|registros?|données|dati|dados|gegevens|cartera|carteira|portafoglio|portefeuille)`;

/** "According to Reuters", "as CNBC noted", "the Wall Street Journal puts it at", "Bloomberg zufolge". */
export const attributed = new RegExp(
  [
    String.raw`(?<![\p{L}\p{Nd}])(?:[Aa]ccording to|[Ll]aut|[Nn]ach Angaben (?:von|der|des)|[Ss]elon|[Dd][’']après|[Ss]egún|[Dd]e acuerdo con|[Ss]econdo|[Ss]tando a|[Ss]egundo|[Cc]onforme|[Dd]e acordo com|[Vv]olgens|[Aa]ldus) (?!${ours})(?:${sources}){0,2}${anyName}`,
    String.raw`(?<![\p{L}\p{Nd}])(?:${by}) (?:\p{L}{2,9} ){0,2}(?:${media})(?![\p{L}])`,
    String.raw`(?<![\p{L}\p{Nd}])(?:${media}) (?:has |have |hat |a |ha )?(?:${said})(?!\p{L})`,
    String.raw`(?<![\p{L}\p{Nd}])(?:${said}) (?:${media})(?!\p{L})`,
    '据[^，。]{1,12}(?:报道|消息|数据|统计|称|报告)|据(?:路透社|彭博)|(?:路透社|彭博社?|华尔街日报|财新|新华社)(?:报道|称|指出)|[^。、]{1,20}(?:によると|によれば|が報じ|は報じ)',
  ].join('|'),
  'gu',
);
