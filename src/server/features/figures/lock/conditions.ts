/**
 * Hypothetical events: "if Tesla falls 20%", a rule of thumb, a stop order. Conditional clauses are recognized by their
 * conjunction and the mood of their verb, with the endings of each language.
 */
import { has, matchesOf } from '~/server/lib/matches';
import { condition } from './lexicon';
import type { TextSpan } from './sentence';

const clause = '[^.;:]{0,90}?';
/** "Si … hubieras vendido", "if you had kept": calculated from the portfolio's past, so not hypothetical. */
const pluperfect = String.raw`(?!(?:hub|av|tiv|aur|hätt|had)\p{L}+)`;
const moods = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    // French: si + imparfait. Spanish, Portuguese and Italian: si/se/caso + imperfect subjunctive.
    String.raw`s(?:i|['’]il) ${clause}(?<!\p{L})${pluperfect}\p{L}{2,}(?:ait|aient)`,
    String.raw`si ${clause}(?<!\p{L})${pluperfect}\p{L}{2,}(?:ara|iera|era|ase|iese|yera)n?`,
    String.raw`(?:se|caso|qualora) ${clause}(?<!\p{L})${pluperfect}\p{L}{2,}[aeiáéêí]ss(?:e|em|ero)`,
    // Dutch and German: a conjunction and an auxiliary.
    String.raw`(?:als|indien|wanneer|mocht) ${clause}(?<!\p{L})zou(?:den)?`,
    String.raw`(?:wenn|falls|sollte|sofern) ${clause}(?<!\p{L})(?:würden?|sollten?|fiele|stiege|sänke|verlöre)`,
  ].join('|')})(?!\p{L})`,
  'giu',
);
/** Possibilities and advice. "Could have" is excluded, because it is calculated from actual events. */
const possibility = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    String.raw`(?:could|might)(?! (?:have|say|expect|think|argue)|['’]ve)|may want to|consider(?:ing)?(?= \p{L}+ing| an?| taking)|(?:I['’]d|I would|we['’]d) (?:suggest|recommend|trim|sell|add|cut|revisit)`,
    String.raw`(?:könnten?|könntest)(?![^.;]{0,80} (?:haben|sein)(?!\p{L}))|denkbar|erwägen|(?:wir|ich) (?:empfehlen|empfehle|raten|rate)`,
    'pourr(?:iez|ait|aient|ais|ions)|envisag(?:ez|er|eons)|je (?:conseille|recommande|suggère)',
    'podr(?:ía|ías|ían|íamos|íais)(?! haber)|considera (?:vender|reducir|recortar|añadir)|conv(?:iene|endría)',
    'potr(?:esti|ebbe|ebbero|este|ei)(?! aver)|valuta(?:re)? (?:di|se|una)|conv(?:iene|errebbe)',
    'poder(?:ia|ias|iam|íamos)(?! ter)|considere|vale (?:a pena )?(?:considerar|reduzir)',
    String.raw`zou(?:den|dt)?(?=[^.;]{0,60} kunnen(?!\p{L})(?! hebben))|overweeg`,
  ].join('|')})(?!\p{L})|可以(?=考虑|考慮|减|減|增|加|卖|賣|买|買|将|把|先)|不妨|可考虑|建议(?=您|减|增|卖|买|将|把)`,
  'giu',
);
/** "Fällt Tesla unter 220 Dollar, würde ich …": German and Dutch put the verb first. */
const verbFirst =
  /^[\s*_-]{0,6}(?:Fällt|Steigt|Sinkt|Bricht|Verliert|Gewinnt|Rutscht|Klettert|Springt|Gibt|Verdoppelt|Halbiert|Sollten?|Zakt|Daalt|Stijgt|Valt|Breekt|Verliest|Klimt|Mocht)\s[^,;]{2,90},\s(?:dann|so|würden?|wäre|hätten?|sollten?|könnten?|ist|sind|dan|zou|is|zijn)\s/u;
/** "A 20% correction would …": before and after the number. */
const indefinite = /(?<!\p{L})(?:an?|another|ein\p{L}{0,2}|une?|una?|uma?|een|un['’])\s(?:\p{L}+\s){0,4}$/iu;
const wouldFollow =
  /^[^.;,]{0,60}?(?<!\p{L})(?:would|could|might|würden?|könnten?|zou(?:den)?|\p{L}+(?:rait|raient|ría|rían|rebbe|rebbero|riam?))(?!\p{L})/iu;
/** Chinese and Japanese mark suppositions and rules at the end of a clause. */
const cjkConditionalSuffix =
  /(?<!例|言|い|見|み|比べ|踏まえ|換算す|によ)(?:[えけげせてねべめ]|(?<![見み]|比べ|踏まえ|換算す|によ)れ)ば、|たら、|[るたいだ]場合[、は]|なら、|と(?:仮定|する)と|(?:考えられ|検討(?:し|でき)|お勧め|おすすめ|いかがで)|目安|経験則|上限|経験法則|经验法则|一般建议|不宜超过|不应超过/u;
/** General advice for any portfolio: words for a rule and for its limit. */
const rule = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    'rules? of thumb|as a (?:general )?rule|(?:common|popular|sensible|usual) (?:rule|guideline|limit|approach)|guidelines?|position limits?|textbooks?|many (?:investors|advisers|advisors)|(?:advisers|advisors|planners|experts) (?:often )?(?:recommend|suggest|advise)',
    'Faustregel\\p{L}*|Grundregel\\p{L}*|Richtwert\\p{L}*|Obergrenze\\p{L}*|viele (?:Anleger|Berater)|(?:Berater|Experten) (?:raten|empfehlen)',
    "(?:une |la )règle (?:courante|générale|simple|classique|d[’']or|de prudence|empirique|de base|du pouce)|en règle générale|beaucoup d[’']investisseurs",
    '(?:una |la )regla (?:habitual|general|común|básica|sencilla|práctica|de oro|empírica)|por regla general|muchos (?:inversores|asesores)',
    "(?:una |la )regola (?:diffusa|generale|comune|pratica|empirica|semplice|d[’']oro|di base)|di norma|molti (?:investitori|consulenti)",
    '(?:uma |a )regra (?:comum|geral|prática|simples|básica|de ouro|empírica|de bolso)|via de regra|muitos (?:investidores|consultores)',
    'vuistregel\\p{L}*|richtlijn\\p{L}*|veel (?:beleggers|adviseurs)|bovengrens',
  ].join('|')})(?!\p{L})`,
  'iu',
);
/** "If you had put in $1,000, it would be worth $4,100 now." */
const counterfactualPast =
  /^(?:if|had) (?:you|we|one) (?:\p{L}+ )?(?:had|put|bought|invested|held|kept|sold|stayed)(?!\p{L})[^;]{0,200}(?:would|['’]d)(?!\p{L})/iu;
/** Ends a supposition. */
const clauseBreak =
  /[;；]|\s[–—]\s|,\s(?:but|yet|although|though|aber|doch|jedoch|mais|pero|ma|però|mas|maar)\s|，(?:但|不过)/u;

/** Advice ends where its reason or a past event begins: "you could add to Alibaba, which is down 12.5%". */
const shortClauseBreak = new RegExp(
  String.raw`${clauseBreak.source}|[:：]|,\s(?:which|whose|das|dessen|deren|qui|dont|que (?:cae|pierde|pesa|cai|perde)|che|dat|bought|purchased|entered|gekauft|eingestiegen|entrée?s?|achetée?s?|comprad[oa]s?|comprat[oaie]|acquistat[oaie]|gekocht)\s`,
  'u',
);

/** The hypothetical parts of a sentence, in order. */
export function* supposedParts(text: string): Generator<TextSpan> {
  if (cjkConditionalSuffix.test(text) || rule.test(text) || verbFirst.test(text)) yield { start: 0, end: text.length };
  let end = 0;
  const matches = [moods, condition, possibility]
    .flatMap((pattern) => [...matchesOf(pattern, text)])
    .sort((a, b) => a.index - b.index);
  for (const match of matches) {
    if (match.index < end) continue;
    const rest = text.slice(match.index);
    if (counterfactualPast.test(rest)) continue;
    const length = rest.search(has(possibility, match[0]) ? shortClauseBreak : clauseBreak);
    end = length < 0 ? text.length : match.index + length;
    yield { start: match.index, end };
  }
}

/** Whether a number is the size of a hypothetical event. */
export const isHypotheticalAmount = (lead: string, rest: string): boolean =>
  indefinite.test(lead) && wouldFollow.test(rest);
