/** Things counted in a portfolio (positions, winners, shares) in nine languages, as parts of regular expressions. */

const owners =
  'the|these|those|your|our|my|Ihrer|Ihren|deiner|deinen|unserer|den|vos|tes|nos|tus|sus|nuestr[oa]s|tuoi|tue|vostr[ie]|nostr[ie]|seus|suas|teus|tuas|noss[ao]s|je|jouw|uw|onze|de|le|i|os|as|los|las|les';
const kindsOf =
  'open|closed|winning|losing|profitable|current|other|different|individual|remaining|offenen?|geschlossenen?|aktuellen?|ouvertes|clôturées|abiertas|cerradas|aperte|chiuse|abertas|fechadas|openstaande';
const positions =
  'positions?|holdings|winners?|losers?|stakes|investments|trades|picks|Positionen|Gewinner|Verlierer|gagnants|perdants|lignes|posiciones|ganador[ae]s|perdedor[ae]s|posizioni|vincenti|perdenti|posições|vencedor[ae]s|perdedor[ae]s|posities|winnaars|verliezers';
const stocks =
  'wins|losses|purchases|Käufe|achats|compras|acquisti|aankopen|stocks|names|shares|companies|bets|Werten?|Titeln?|Aktien|Papieren?|Unternehmen|titres|valeurs|actions|valores|acciones|títulos|empresas|titoli|azioni|società|ações|ativos|papéis|fondsen|aandelen|beleggingen|bedrijven';
const state =
  'in profit|profitable|up|down|winners|losers|in the (?:red|black|green)|above|below|under ?water|ahead|(?:klar |deutlich )?im (?:Plus|Minus|Gewinn|Verlust)|dans le (?:vert|rouge)|en (?:gain|perte|hausse|baisse)|gagnante?s|en (?:verde|rojo|positivo|ganancias|pérdidas)|ganando|perdiendo|in (?:verde|rosso|attivo|guadagno|perdita|positivo|utile)|no (?:verde|vermelho|lucro|positivo|prejuízo)|ganhando|perdendo|in (?:het groen|het rood|de plus|de min)|op (?:winst|verlies)';
const verbs = 'are|is|were|sind|liegen|stehen|sont|están|son|sono|estão|são|zijn|staan';

const partitive = String.raw`\s(?:(?:of|von|de|dei|delle|dos|das|van|degli|der)\s)?(?:${owners})\s(?:(?:\p{L}{2,14}|\p{Nd}{1,4})\s){0,2}(?:${positions}|${stocks})(?!\p{L})`;
const predicate = String.raw`\s(?:${verbs})\s(?:\p{L}{2,12}\s)?(?:${state})(?!\p{L})`;
const times =
  'years|months|weeks|days|Jahre|Jahren|Monate|Monaten|Wochen|ans|mois|semaines|años|meses|semanas|anni|mesi|anos|jaar|maanden|weken';

/** After a number word, which is a count only if one of these follows. */
export const countedUnits = String.raw`(?:\s(?:\p{L}{3,14}\s)?(?:${positions}|${stocks}|${times})(?!\p{L})|${partitive}|${predicate}|[只支个個年つ])`;

/** Counts of the portfolio itself, whatever the subject of the sentence is. */
export const countedPositions = new RegExp(
  String.raw`^(?:\s?(?:(?:${kindsOf})\s)?(?:(?:of (?:the |our |your )?)?\p{Nd}+ )?(?:${positions})(?!\p{L})|${partitive}|${predicate}|个(?:未平仓|未结|开放)?的?(?:持仓|仓位|头寸)|個のポジション|銘柄|のポジション|只股票|支股票|家公司的股票|只(?:盈利|亏损|上涨|下跌|处于|在))`,
  'iu',
);
/** "ポジションは九つ", "持仓共九个": the counted thing precedes the number. */
export const countedBefore =
  /(?:ポジション|銘柄|持仓|仓位|头寸)(?:数)?(?:は|が|共|共有|一共)?(?:全部で|合計|合計で|有|为)?$/u;
export const countSign = /^(?:つ|個|件|只|支|个(?!月))/u;
/** Counts of the portfolio if the sentence mentions one. */
export const countedStocks = new RegExp(String.raw`^\s(?:\p{L}{3,14}\s)?(?:${stocks})(?!\p{L})`, 'iu');

/** After a number: how long something has been held. */
export const spanOfTime =
  /^\s?(?:days?|weeks?|months?|years?|Tagen?|Wochen|Monaten?|Jahren?|jours|semaines|mois|ans|días|semanas|meses|años|giorni|settimane|mesi|anni|dias|anos|dagen|weken|maanden|jaar|天|个月|年|日間|か月|ヶ月)/iu;
