/** Numbers from the user's own message: an amount to invest, a price limit, a number of shares to sell. */
import { has } from '~/server/lib/matches';
import { sentenceMarks } from '~/shared/sentence-marks';
import { latestWord } from './lexicon';
import { numberTokens } from './number-tokens';
import { type Amount, nearCharacters, type QuestionFigures } from './sentence';
import type { Subjects } from './subjects';

const wholeWord = (...list: string[]) =>
  String.raw`(?<![\p{Script=Latin}])(?:${list.join('|').replaceAll(String.raw`\p{L}`, String.raw`\p{Script=Latin}`)})(?![\p{Script=Latin}])`;

/** Wishes, intentions and requests for advice. "Is Tesla at $300?" has none of them: it asks for a fact. */
const plan = new RegExp(
  [
    wholeWord(
      "want|would like|I[’']d like|plan|planning|thinking (?:of|about)|intend|aim|hope to|(?:should|shall|could|can|may) (?:I|we)|if I (?:sell|buy|invest|put|add)|sell(?:ing)?|buy(?:ing)?|invest(?:ing)?|to (?:put|spend|add|spare)|put|top up|limit|budget|savings|saved",
      'möchte|möchten|will|wollen|würde|plane|planen|vorhabe|überlege|überlegen|soll|sollte|sollen|kann ich|können wir|verkauf(?:e|en)|kauf(?:e|en)|nachkaufen|anlegen|anzulegen|investieren|stecken|nachlegen|aufstocken|einsteigen|Limit|Budget|Erspart\\p{L}*',
      'veux|voudrais|aimerais|souhaite|compte|prévois|pense (?:à|vendre|acheter|investir)|envisage|dois-je|devrais-je|puis-je|(?:je|on) peux?|vendre|vends|acheter|achète|investir|placer|mettre|mets|renforcer|limite|budget|épargne',
      'quiero|querría|quisiera|me gustaría|pienso|planeo|pretendo|debo|debería|puedo|podría|vender|vendo|comprar|compro|invertir|invierto|meter|meto|poner|pongo|añadir|límite|presupuesto|ahorr\\p{L}+',
      'voglio|vorrei|mi piacerebbe|penso di|intendo|conto di|devo|dovrei|posso|potrei|vendere|vendo|comprare|compro|investire|investo|mettere|metto|aggiungere|limite|budget|risparmi',
      'quero|queria|gostaria|penso em|planejo|planeio|pretendo|devo|deveria|posso|poderia|vender|vendo|comprar|compro|investir|invisto|colocar|coloco|aplicar|aplico|pôr|ponho|aportar|reforçar|limite|orçamento|poupança',
      'wil|willen|zou graag|graag|van plan|overweeg|denk erover|moet ik|zal ik|kan ik|kunnen we|verkopen|verkoop|kopen|koop|bijkopen|beleggen|inleggen|steken|instappen|stappen|limiet|budget|spaargeld',
    ),
    '想|打算|计划|計劃|准备|考虑|要不要|应该|應該|可以|能不能|能买|就卖|就買|就买|卖出|加仓|减仓|投入|投资(?!组合)|存款|预算',
    '(?:した|買い|売り|入れ|投資し)たい|つもり|予定|思いま|考えて|べき|(?:売|買|しよ)(?:ろう|おう|う)|なったら|(?:入れ|買っ|売っ|投資し)ても|投じ|予算|貯金|指値',
  ].join('|'),
  'giu',
);
/** "I have $10,000 left. Nvidia?": available money, unless a stock is named in the same clause. */
const atHand = new RegExp(
  [
    wholeWord(
      "(?:I|we)(?:[’']ve)? (?:still )?(?:have|got)|(?:ich habe|wir haben|habe ich)(?: noch)?|j[’']ai|nous avons|il me reste|tengo|tenemos|me quedan|ho|abbiamo|mi restano|tenho|temos|sobraram|ik heb|we hebben|heb ik",
    ),
    '我(?:还|手上|手里)?有|(?:円|ドル|ユーロ)(?:で何|あり|余)',
  ].join('|'),
  'iu',
);
/** Chinese and Japanese mark questions about the past at the end. */
const asksForPast = /了.{0,16}吗|ましたか|でしたか/u;
/** Statements in a question about the past or the present, which are not plans. */
const statedInQuestion = new RegExp(
  [
    wholeWord(
      'bought|paid|entered|is|was|(?:did|have) (?:I|we)|at a cost of|entry',
      'gekauft|kaufte|bezahlt|gezahlt|ist|liegt|steht|Einstand\\p{L}*',
      'acheté\\p{L}*|payé\\p{L}*|est|vaut|cote',
      'compré|compramos|pagué|está|vale|cotiza',
      'comprato|pagato|è|vale|quota',
      'comprei|paguei|está|vale|cotada?',
      'gekocht|kocht|betaald|is|staat|noteert',
    ),
    '买的|买入价|成本|现价|股价是|買値|買った|株価は',
  ].join('|'),
  'iu',
);
const questionEnd = new RegExp(`(?<=[.!?])\\s|(?<=[${sentenceMarks}])`, 'u');

export function questionFigures(question: string, subjects: Subjects): QuestionFigures {
  const values = new Set([...numberTokens(question)].flatMap(({ value }) => value ?? []));
  const plans = question
    .split(questionEnd)
    .filter(
      (sentence) =>
        !asksForPast.test(sentence) &&
        (has(plan, sentence) ||
          (atHand.test(sentence) && !subjects.in(sentence).some(({ ticker }) => ticker !== undefined))),
    )
    .flatMap((sentence) =>
      [...numberTokens(sentence)].filter(({ start }) => {
        const lead = sentence.slice(0, start);
        return !statedInQuestion.test(lead.slice(Math.max(lead.lastIndexOf(', '), lead.lastIndexOf('，')) + 1));
      }),
    );
  const tickers = new Set(subjects.in(question).flatMap(({ ticker }) => ticker ?? []));
  const [ticker] = tickers;
  return { values, plans, ...(tickers.size === 1 && ticker !== undefined && { ticker }) };
}

/** Before an amount, with up to three words between: it is asserted as a fact. */
const asserted = new RegExp(
  [
    String.raw`${wholeWord(
      'is|are|was|were|stands?|stood|sits?|trades?|trading|quoted|priced|closed|currently|now|today|already|latest|worth|bought|paid|purchased|entered|entry|costs?|up|down|gain\\p{L}*|lost|rose|fell|made|earned|reached|hit|has|have|own|hold|invested',
      'ist|sind|war|liegt|liegen|lag|steht|stehen|stand|notiert|kostet\\p{L}*|beträgt|gekauft|kauften?|bezahlt|zahlten|Einstand\\p{L}*|Einstieg\\p{L}*|aktuell\\p{L}*|derzeit|jetzt|heute|bereits|schon|plus|minus|gewonnen|verloren|wert|erreicht|hast|haben|hat',
      "est|sont|était|vaut|valait|cote|cotait|s['’]échange|acheté\\p{L}*|payé\\p{L}*|actuellement|maintenant|aujourd['’]hui|désormais|déjà|gagné|perdu|atteint|a|avez|as|investi",
      'es|está|están|era|vale|valen|cotiza|cotizaba|compraste|compró|pagaste|pagó|actualmente|ahora|hoy|ya|ganado|perdido|alcanzado|tienes|tiene|has|invertido',
      'è|sono|era|vale|valgono|quota|quotava|comprat[oaie]|pagat[oaie]|attualmente|ora|adesso|oggi|già|guadagnato|perso|raggiunto|hai|investito',
      'é|são|era|está|estão|vale|valem|cotad[oa]|comprou|pagou|atualmente|agora|hoje|já|ganhou|perdeu|atingiu|tem|tens|investiu',
      'is|zijn|was|staat|stond|noteert|kost(?:te)?|gekocht|betaalde?|momenteel|nu|vandaag|inmiddels|al|gewonnen|verloren|waard|bereikt|hebt|heb|heeft',
    )}(?:\s[\p{L}’']{1,12}){0,3}\s$`,
    '(?:股价|价格|现价|报|目前|现在|已经?|为|是|跌[至到]|涨至|达到|成本|买入价|盈利|亏损|赚了?|赔了?|投入?了|买入?了|花了)[^，。]{0,4}$',
    '(?:株価|現在|すでに|終値|単価|買値|は|が)(?:約|およそ|ちょうど|もう|既に)?$',
  ].join('|'),
  'iu',
);
/** Directly after an amount. */
const assertedAfter =
  /^\s?(?:now|today|currently|already|heute|aktuell|derzeit|aujourd|actuellement|hoy|ahora|oggi|ora|attualmente|hoje|agora|atualmente|vandaag|nu|momenteel)(?!\p{L})|^(?:です|でした|で取引|まで上|に達し|了)|^[をでに]?(?:投じ|投資し|買い|購入し|売り|売却し)(?:まし)?た/iu;
const agrees =
  /^[\s*_>-]{0,6}(?:yes|right|correct|exactly|indeed|ja|genau|richtig|stimmt|oui|exact|sí|si|exacto|correcto|sì|esatto|sim|exato|certo|klopt|inderdaad)(?!\p{L})|^\s*(?:是的|对|没错|はい|ええ|その通り)/iu;
/** "If you sell 10 shares": a bare number only counts as repeated if it is traded. */
const traded =
  /(?<!\p{L})(?:sell|selling|sold|buy|buying|add|adding|verkauf\p{L}*|kauf\p{L}*|vend\p{L}+|ach[eè]t\p{L}+|compr\p{L}+|acquist\p{L}+|verko\p{L}+|kop\p{L}+|bijkop\p{L}+)\s(?:\p{L}+\s){0,2}$|(?:卖|賣|买|買|加|减)(?:出|入|掉|进|仓)?(?:这|那)?$/iu;
const sharesAfter =
  /^\s?(?:\p{L}+\s)?(?:more\s)?(?:shares?|stocks?|Aktien|Anteile|Stück|actions|titres|acciones|títulos|azioni|titoli|ações|papéis|aandelen|stuks|股|株)/iu;

/** Whether an answer only repeats the user's plan. Asserted facts still count as figures. */
export function repeatsPlan(
  plans: readonly Amount[],
  token: Amount,
  text: string,
  lead: string,
  rest: string,
): boolean {
  const isSame = plans.some(
    ({ form, value, isForeignMoney, hasScale }) =>
      value !== undefined &&
      value === token.value &&
      form === token.form &&
      isForeignMoney === token.isForeignMoney &&
      hasScale === token.hasScale,
  );
  if (!isSame || agrees.test(text)) return false;
  if (token.form === 'plain') return (traded.test(lead) && sharesAfter.test(rest)) || traded.test(rest.slice(0, 12));
  if (token.form !== 'money') return false;
  const clause = rest.slice(0, nearCharacters).split(/[,;.:，。；：、]/u, 1)[0] ?? '';
  return !asserted.test(lead) && !assertedAfter.test(rest) && !has(latestWord, clause);
}

/** "Since 2015 in your old account": a position outside this portfolio. */
export const otherAccount = new RegExp(
  [
    String.raw`(?<!\p{L})(?:old|other|another|former|previous|different) (?:account|depot|broker|bank|brokerage)`,
    '(?:alte[nrms]?|andere[nrms]?|frühere[nrms]?) (?:Depot|Konto|Broker|Bank)|(?:ancien|autre) (?:compte|courtier|banque|portefeuille)',
    '(?:antigu[oa]|otr[oa]|anterior) (?:cuenta|bróker|broker|banco)|(?:cuenta|bróker|broker|banco) (?:antigu[oa]|anterior)',
    '(?:vecchi[oa]|altr[oa]|precedente) (?:conto|broker|banca)|(?:antig[oa]|outr[oa]|anterior) (?:conta|corretora|banco)|(?:conta|corretora|banco) (?:antig[oa]|anterior)',
    '(?:oude|andere|vorige) (?:rekening|broker|bank|depot)|(?:旧|以前的|其他|另一个)(?:账户|券商)|(?:以前の|別の|他の)(?:口座|証券)',
  ].join('|'),
  'iu',
);
