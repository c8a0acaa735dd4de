/** Pairs of words with opposite meanings in nine languages, by what they say. */
import type { Opposites } from './opposites';

/** `spaceless`: words of scripts without spaces, which letters may surround. */
const word = (alternatives: string, spaceless = '') =>
  new RegExp(`(?<!\\p{L})(?:${alternatives.replace(/\s*\n\s*/g, '')})(?!\\p{L})${spaceless && `|${spaceless}`}`, 'iu');
/** 'over' and 'under' are comparisons only before an amount. */
const amount = '(?=\\s+(?:[A-Z]{2,3}\\$?\\s?)?[^\\p{L}\\s]{0,2}\\d)';
export const directionHedges = `(?:(?:to|by|from|um|auf|von|un|il|de|du|del|about|around|nearly|almost|roughly|some|another|further|sharply|slightly|only|just|
  more than|as much as|up to|rund|etwa|knapp|fast|gut|mehr als|bis zu|zeitweise|zuletzt|weitere|environ|près de|plus de|más de|casi|
  circa|quasi|oltre|(?:on|since|am|im|seit) \\p{L}+)\\s+){0,3}`;
/** "Slowed to 2%" is a fall, "a slowed economy" is not. */
const beforeFigure = `(?=\\s+${directionHedges}[^\\p{L}\\s]{0,2}\\d)`;
const ofPercent =
  '(?:[%％]|percent|per cent|prozent|pour cent|por ciento|per cento|(?:basis |percentage )?points?|punkte?)';
/** "Lost 5%" is a fall, "lost $5 million" is a loss. */
const beforePercent = `(?=\\s+${directionHedges}(?:l['’])?\\d[\\d.,]*\\s?${ofPercent}(?!\\p{L}))`;
/** The word comes first, because a lookbehind at each position takes long. */
const afterPercent = (verb: string) => `${verb}(?<=${ofPercent}\\s${verb})`;

/** After the second part of a German verb. "zu" and "ab" before other words are prepositions: "im Vergleich zu 2023". */
const clauseEnd = '(?=\\s*(?:$|[,.;:!?()–—"“”»]|(?:und|oder|auf|als|wie|während|weil|da)(?!\\p{L})))';
/** Between the parts of a German verb. The dots in "3. Quartal" and "5 Mio. Euro" do not end a clause. */
const gap = '(?:[^.;]|(?<=\\p{N}|(?<!\\p{L})(?:Mio|Mrd|Tsd|ca|bzw))\\.){0,120}';
const ending = (part: string) => `(?=${gap}\\s${part}${clauseEnd})`;
/** "Ging auf 5 Mio. Euro zurück" is a fall, "geht auf höhere Preise zurück" names a cause. */
const notCause = `(?!${gap}\\sauf\\s(?!(?:rund|etwa|knapp|fast|nur|noch|unter|über|gut|\\p{L}+sicht)\\s)\\p{L})`;

export const directions: Opposites = [
  word(
    `rose|rise[ns]?|rising|grew|grow[ns]?|growing|growth|increas\\w*|climb\\w*|gain\\w*|improv\\w*|higher|up|widen\\w*|
       rais(?:e[sd]?|ing)|lift(?:s|ed)|boost\\w*|jump\\w*|soar\\w*|surg(?:e[sd]?|ing)|expand(?:s|ed)|accelerat\\w*|rallied|rebound\\w*|
       hik(?:e[sd]?|ing)|spik(?:e[sd]?|ing)|leap(?:s|ed|t)|quicken\\w*|skyrocket\\w*|(?:add(?:s|ed)|advance[sd]?)${beforePercent}|
       stieg\\p{L}*|steig\\p{L}*|gestiegen|anst(?:ieg|eig)\\p{L}*|angestiegen|wuchs(?:en)?|wächst|wachsen|gewachsen|erhöh\\p{L}*|
       zugenommen|zunehmen|zunahm(?:en)?|zunahme|zunimmt|(?:nahm(?:en)?|nimmt|nehmen)${ending('zu')}|
       zugelegt|zulegen|zulegt|zulegten?|(?:legt(?:en?)?|legen)${ending('zu')}|kletter\\p{L}*|geklettert|
       angehoben|anzuheben|anheb\\p{L}*|anhob(?:en)?|(?:hob(?:en)?|hebt|heben)${ending('an')}|
       (?:zog(?:en)?|zieht|ziehen)(?=(?:\\s[\\p{L}\\p{N}.]+){0,5}\\s(?:um|auf)\\s)${ending('an')}|sprang(?:en)?|springt|
       (?:gewann(?:en)?|gewinnt|gewinnen)${beforePercent}|${afterPercent('gewonnen')}|(?:ein|im|ins) plus|
       augment\\p{L}*|hausse|progress\\p{L}*|grimp\\p{L}*|bondi\\p{L}*|relev(?:ée?s?|er|ait)|relèvent?(?!\\s(?:des?|du|d['’]))|crû|croît|accru\\p{L}*|
       (?:montée?s?|monte(?:nt)?)${beforeFigure}|envol(?:e|ée?s?)|gagn(?:é|e|ent|ait)${beforePercent}|
       aument\\p{L}*|creci\\p{L}*|crec\\p{L}*|sub(?:e|en|ió|ieron|ido|ir|ida|iu|iram)|sobem?|elev(?:ó|aron|ou|aram)|increment\\p{L}*|
       (?:gan(?:ó|aron|a|an|ou|haram|hou)|avanz(?:ó|aron|a|an)|avanç(?:ou|aram))${beforePercent}|
       salit[oaie]|salgono|salì|cresciut\\p{L}*|cresc(?:e|em|ono|eu|eram|er|ido)|alzat[oaie]|alz(?:a|ano|ò)|rialz\\p{L}*|guadagna(?:to|no)?${beforePercent}|
       steeg|stijg(?:t|en|ing)|gestegen|verhoog\\p{L}*|verhoging|toegenomen|groei(?:t|de|den)|gegroeid`,
    `增长|增加|上升|上涨|提高|增收|上调|加息|増加|増収|増益|上昇|伸び|引き上げ|利上げ|[增升涨漲増]幅?[了至到约近超逾达]?\\s?(?=\\d)|[增涨漲増](?<=[%％点點円元]\\s?[增涨漲増])(?![持资])`,
  ),
  word(
    `fell|falls?|shrinks?|shrinking|fallen|falling|declin\\w*|decreas\\w*|dropp?\\w*|shrank|shrunk|lower(?:ed|s|ing)?|down|narrow\\w*|sank(?:en)?|sunk|sink(?:s|ing)|
       plung\\w*|tumbl\\w*|slid|slides?|slipp\\w*|slump\\w*|contracted|contraction|plummet\\w*|
       cuts?|cutting|reduc(?:e[sd]?|ing|tions?)|trimm\\w*|slash\\w*|eased|eases|weaken\\w*|worsen\\w*|deteriorat\\w*|
       dip(?:s|ped|ping)|retreat(?:s|ed)|crash(?:es|ed)|(?:lost|loses?|sheds?)${beforePercent}|
       (?:slow(?:s|ed|ing)?|(?<!-)cool(?:s|ed)|moderat(?:es|ed|ing)|decelerat(?:es|ed|ing))${beforeFigure}|
       gesunken|sink(?:t|en)|gefallen|fiel\\p{L}*|fällt|rückg[aä]ng\\p{L}*|rückläufig\\p{L}*|zurückg(?:eh(?:t|en)|ing(?:en)?|egangen|efallen)|zurückzugehen|
       (?:ging(?:en)?|geht|gehen)${notCause}(?=${gap}\\szurück(?!\\p{L}))|
       abgenommen|abnehmen|abnahm(?:en)?|abnimmt|(?:nahm(?:en)?|nimmt|nehmen)${ending('ab')}|
       nachgegeben|nachgeben|nachzugeben|nachgab(?:en)?|(?:gab(?:en)?|gibt|geben)${ending('nach')}|
       gesenkt|senk(?:t|en|te\\p{L}*|ung\\p{L}*)|schrumpf\\p{L}*|geschrumpft|verringer\\p{L}*|verminder\\p{L}*|reduzier\\p{L}*|
       gekürzt|kürz(?:t|ten?|en|ung(?:en)?)|brach(?:en)?|(?:bricht|brechen)${ending('ein')}|eingebrochen|einbr[uü]ch\\p{L}*|einbrechen|
       (?:stürz|rutsch|sack)(?:t(?:en?)?|en)|abge(?:stürzt|rutscht|sackt)|absturz|büß(?:t(?:en?)?|en)${ending('ein')}|eingebüßt|
       (?:verlor(?:en)?|verliert|verlieren)${beforePercent}|${afterPercent('verloren')}|(?:ein|im|ins) minus|
       baiss\\p{L}*|abaiss\\p{L}*|diminu\\p{L}*|recul\\p{L}*|chut\\p{L}*|repli|tomb\\p{L}*|fléchi(?:t|r|e|ssent)?|rédui(?:t|te|ts|tes|re|sent)|
       (?:s['’]est|se sont|s['’]était|se) contract\\p{L}*|effondr\\p{L}*|perd(?:u|ent)?${beforePercent}|
       disminu\\p{L}*|caída|cay\\p{L}*|descend\\p{L}*|baj(?:a|an|ó|aron|ado|ar)|cae[n]?|cedi(?:ó|eron)|rebaj\\p{L}*|recort\\p{L}*|
       redu(?:jo|jeron|ce|cen|cido|cir|ziu|ziram|zir)|retroced\\p{L}*|desplom\\p{L}*|(?:perdi(?:ó|eron|do)|pierden?|perdeu)${beforePercent}|
       sces[oaie]|scend(?:e|ono)|calat[oaie]|calo|calano|cala${beforeFigure}|tagliat[oaie]|tagliano|taglia(?=\\s(?:i|il|le|la)\\s)|ridott[oaie]|riduc(?:e|ono)|abbass\\p{L}*|croll\\p{L}*|
       (?:pers[oa]|perdono|perde)${beforePercent}|
       ca(?:iu|íram)|recu(?:ou|aram)|baix(?:ou|aram)|cort(?:ou|aram)|encolheu|
       daal(?:t|de|den)|gedaald|daling|zak(?:t|te|ten)|gezakt|verlaag\\p{L}*|verlaging|afgenomen|kromp(?:en)?`,
    `下降|减少|下跌|下滑|下调|降息|減少|減収|減益|下落|低下|引き下げ|利下げ|[减降跌減]幅?[了至到约近超逾达]?\\s?(?=\\d)|[减降跌減](?<=[%％点點円元]\\s?[减降跌減])(?![持资])`,
  ),
];
export const results: Opposites = [
  word(
    'profits?|net income|operating income|earnings|gewinn\\p{L}*|bénéfices?|beneficios?|ganancias?|utili(?:dad|dades)|utile|surplus|überschuss',
    '利润|盈利|利益|黒字',
  ),
  word('loss(?:es)?|verlust\\p{L}*|pertes?|pérdidas?|perdit[ae]|deficits?|déficits?|fehlbetrag', '亏损|損失|赤字'),
];
const steady = word(
  `kept|keeps|maintain(?:s|ed)?|unchanged|held steady|flat|(?:held|holds|left|leaves)(?=(?:\\s\\p{L}+){0,5}\\srates?(?!\\p{L}))|
     rates? (?:(?:was|were|is|are) )?(?:held|left)|unverändert|beließ\\p{L}*|
     (?:lie(?:ß|ss)(?:en)?|lässt|lassen|hielt(?:en)?|hält|halten)(?=(?:\\s\\p{L}+){0,5}\\s\\p{L}*zins(?:en|es|satz|sätzen?)?(?!\\p{L}))|
     inchangée?s?|maintenu\\p{L}*|mantuvo|sin cambios|mantenut[oaie]`,
);
/** "Lag um 5 % unter dem Vorjahreswert". */
const reference = 'de[mnr] (?:vor(?:jahr|quartal|monat|woche)|erwartung|durchschnitt|schätzung|prognose)\\p{L}*';
export const others: readonly Opposites[] = [
  [
    word(
      `above|exceed\\w*|over${amount}|(?<!(?:no|not) )more than|at least|(?:no|not) (?:less|fewer) than|über${amount}|mehr als|mindestens|
       supérieure?s? à|plus de|au moins|más de|superior(?:es)? a|por encima de|al menos|über ${reference}`,
    ),
    word(
      `below|under${amount}|(?<!(?:no|not) )(?:less|fewer) than|at most|(?:no|not) more than|unter${amount}|weniger als|höchstens|
       inférieure?s? à|moins de|au plus|menos de|inferior(?:es)? a|por debajo de|como máximo|unter ${reference}`,
    ),
  ],
  [
    word(
      `bought|buys?|buying|acquir\\w*|acquisitions?|purchas\\w*|kauf\\p{L}*|gekauft|erw[aio]rb\\p{L}*|übern[ao]hm\\p{L}*|übernomm\\p{L}*|
       achet\\p{L}*|achat|acqui\\p{L}*|rachet\\p{L}*|compr(?:ó|a|an|ado|aron|ar)|adquiri\\p{L}*`,
    ),
    word(
      `sold|sells?|selling|divest\\w*|disposed|verkauf\\p{L}*|veräußer\\p{L}*|
       vend(?:u|ue|us|ues|re|ent|ió|e|en|ido|ida|ieron|er)|vente|cédée?s?|cession`,
    ),
  ],
  [word('(?:in|zu)fl(?:ows?|üsse)|entrées nettes', '流入'), word('(?:out|ab)fl(?:ows?|üsse)|sorties nettes', '流出')],
  [word('opened|opens|eröffnete\\p{L}*'), word('closed|closes|shut|schloss|geschlossen')],
  [
    word(
      `hire[sd]?|hiring|recruit(?:s|ed)|creat(?:e[sd]?|ing)|added|adds|geschaffen|schuf(?:en)?|schaff(?:t|en)|entstanden|entstehen|
       créée?s?|créer|creó|crearon|creado`,
    ),
    word(
      `laid off|layoffs?|dismiss(?:ed|es)|fired|cuts?|eliminat(?:e[sd]?|ing)|shed|gestrichen|streich(?:t|en)|strich(?:en)?|abgebaut|
       abbauen|supprim\\p{L}*|recort\\p{L}*`,
    ),
  ],
  [
    word('more expensive|pricier|costlier|teurer|verteuer\\p{L}*|plus ch(?:er|ère)s?|más car[oa]s?'),
    word('cheaper|less expensive|billiger|verbillig\\p{L}*|moins ch(?:er|ère)s?|más barat[oa]s?'),
  ],
  [
    word('accelerat\\w*|quicken\\w*|sped up|beschleunig\\p{L}*|accél[eéè]r\\p{L}*|aceler\\p{L}*', '加快'),
    word(
      'slow(?:s|ed|ing)|decelerat\\w*|moderat(?:es|ed|ing)|cool(?:s|ed)|verlangsam\\p{L}*|ralenti\\p{L}*|desaceler\\p{L}*',
      '放缓',
    ),
  ],
  [steady, directions[0]],
  [steady, directions[1]],
  [
    word('quarterly|vierteljährlich\\p{L}*|trimestriel\\p{L}*'),
    word('annual(?:ly)?|yearly|jährlich\\p{L}*|annuel\\p{L}*'),
  ],
  [word('completed|completes|closed|closes|finali[sz]ed'), word('agreed|proposed|offer(?:ed|s)?')],
  [word('(?:in|all-?) ?cash'), word('in (?:stock|shares)|all-stock')],
  [
    word('voted? (?:for|in favou?r)|in favou?r of|support(?:s|ed)'),
    word('voted? against|oppos(?:e[sd]?|ing)|dissent\\w*'),
  ],
  [word('beat|beats|topped|surpass(?:ed|es)|outperform\\w*'), word('miss(?:ed|es)|fell short|underperform\\w*')],
  [word('highest|maximum|höchste[nrs]?', '最高'), word('lowest|minimum|niedrigste[nrs]?|tiefste[nrs]?', '最低')],
  [word('assets'), word('liabilities')],
  [word('len(?:t|ds?|ding)'), word('borrow(?:s|ed|ing)?')],
  [word('upgrade[sd]?'), word('downgrade[sd]?')],
  [word('premium'), word('discount')],
  [word('approve[sd]?'), word('reject(?:s|ed)')],
  [word('won|wins'), word('lost|loses')],
];
