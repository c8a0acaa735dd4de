/**
 * Notation of numbers in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese and Japanese, as parts
 * of regular expressions. Written by hand from usage in these languages. Add to them, but never remove a language.
 */

const words = (...list: string[]) => list.join('|');
/** Latin words must not be next to another letter or digit. */
const whole = (...list: string[]) => String.raw`(?<![\p{L}\p{Nd}])(?:${list.join('|')})(?![\p{L}\p{Nd}])`;
const ends = (...list: string[]) => String.raw`(?:${list.join('|')})(?![\p{L}\p{Nd}])`;

export const currencyBefore = words(
  '(?:US|HK|R)\\s?\\$|(?:NT|AU|CA|NZ|S|A|C)\\$',
  '[$€£¥￥₹₩₽₺₪]',
  // ISO 4217 codes of currencies with large exchanges, and common alternatives to them.
  '(?<![\\p{L}])(?:USD|EUR|GBP|GBp|CHF|JPY|CNY|RMB|BRL|HKD|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|INR|KRW|TWD|SGD|MXN|ZAR|Fr\\.|kr\\.?|Rs\\.?)',
);
export const currencyAfter = words(
  '(?:US|HK)?[$€£¥￥₹₩]',
  ends(
    '(?:US|HK)[- ]?[Dd]ollars?',
    'USD',
    'EUR',
    'GBP',
    'CHF',
    'JPY',
    'CNY',
    'HKD|CAD|AUD|SEK|NOK|DKK|PLN|CZK|INR|KRW|TWD|SGD|MXN|ZAR|RMB|BRL',
    'francs?|Franken|franchi|francos?|frank',
    'reais',
    'kr\\.?|zł|Kč',
    'Pfund|livres? sterling|libras?|sterline|pond',
    'bucks',
    '(?:US-)?cents?|centavos|centesimi',
    'dollars?',
    'dollari?',
    'd[oó]lar(?:es|s)?',
    'euros?',
    'pounds?',
    'yen',
  ),
  '美元|美金|欧元|歐元|港元|港币|港幣|人民币|日元|英镑|瑞士法郎|新台币|台币|韩元|元|块|香港ドル|米ドル|ドル|ユーロ|ポンド|スイスフラン|人民元|円',
);
export const percentUnits = words(
  '[%％٪]',
  ends(
    'percent',
    'per cent',
    'pct',
    'Prozent',
    'pour ?cent',
    'por ?ciento',
    'por ?cento',
    'per ?cento',
    'procent',
    'prct',
    '(?:v|p)\\.\\s?H\\.',
  ),
  'パーセント|百分比',
);
export const pointUnits = words(
  ends(
    'percent(?:age)?[- ]?points?',
    '(?:pct|perc)\\.?[- ]?(?:points?|pts?)',
    '%[- ]?(?:points?|pts?|Punkte?n?|punkt|punten)',
    'ppts?',
    'p\\.\\s?p\\.?',
    'pb|p\\.\\s?b\\.?|pbs|p\\. ?bas(?:e|icos)',
    'BP|Basispkt\\.?|Prozentpkt\\.?',
    'basis points?',
    'bps?',
    'pp',
    'pps',
    'Prozentpunkte?n?',
    'Basispunkte?n?',
    'points? de pourcentage',
    'points? de base',
    'puntos porcentuales',
    'puntos b[aá]sicos',
    'punti percentuali',
    'punto percentuale',
    'punto (?:porcentual|base|básico)',
    'ponto (?:percentual|base)',
    'punti base',
    'pontos percentuais',
    'pontos[- ]base',
    'procentpunt(?:en)?',
    'basispunten',
    'points?',
    'pts?',
    'Punkte?n?',
    'puntos',
    'punti',
    'pontos',
    'punten',
  ),
  '[个個](?:百分点|百分點|基点|基點)|百分点|百分點|基点|基點|(?:パーセント|％|%)?ポイント|ベーシス(?:・)?ポイント',
);
export const multipleUnits = words(
  ends('x', 'times', '-?fold', 'fach(?:e[nrs]?)?', 'fois', 'veces', 'vez', 'vezes', 'volte', 'keer', 'maal'),
  '×',
  '倍',
  '割',
);
export const scaleUnits = words(
  ends(
    'k',
    'mn?',
    'mm',
    'bn?',
    'tn?',
    'thousand',
    'millions?',
    'billions?',
    'trillions?',
    'Mio\\.?',
    'Mrd\\.?',
    'Tsd\\.?',
    'Tausend',
    'Millionen',
    'Milliarden',
    'mille',
    'milliers',
    'milliards?',
    'mil(?: millones)?',
    'mill[oó]n(?:es)?',
    'milh(?:ão|ões)',
    'bilh(?:ão|ões)',
    'milion[ei]',
    'miliard[oi]',
    'mila',
    'duizend',
    'miljoen',
    'miljard',
  ),
  '[千万億亿兆]',
);

/** A unit preceded by one of these: "forty-one percent". Any number words before the last one are included. */
export const numberWords = words(
  String.raw`(?<![\p{L}])(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:(?:one|two|three|four|five|six|seven|eight|nine|a) )?hundred(?: and)?(?:[- ]\p{L}{3,9}){0,2})`,
  String.raw`(?<![\p{L}])(?:\p{L}{0,16}(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|zehn|hundert)|zwei|drei|vier|fünf|sechs|sieben|acht|neun|elf|zwölf)`,
  String.raw`(?<![\p{L}])(?:(?:vingt|trente|quarante|cinquante|soixante)(?:[- ](?:et[- ])?\p{L}{2,9}){0,2}|quatre-vingts?(?:-\p{L}{2,9})?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|cents?)`,
  String.raw`(?<![\p{L}])(?:(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y \p{L}{3,6})?|veinti?\p{L}{0,7}|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\p{L}{4,7}|cien(?:to)?)`,
  String.raw`(?<![\p{L}])(?:(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)\p{L}{1,7}|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|dicia\p{L}{5,7}|diciotto|cento)`,
  String.raw`(?<![\p{L}])(?:(?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa)(?: e \p{L}{2,6})?|duas|dois|três|quatro|sete|oito|cinco|seis|nove|dez|onze|doze|treze|catorze|quinze|dezesseis|dezassete|dezessete|dezoito|dezenove|cem|cento)`,
  String.raw`(?<![\p{L}])(?:\p{L}{0,14}(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd)|twee|drie|vier|vijf|zes|zeven|acht|negen|(?:der|veer|vijf|zes|zeven|acht|negen)?tien|elf|twaalf)`,
  '[一二三四五六七八九十百零〇两兩]{1,8}',
);

export const multipleWords = words(
  whole(
    '(?:more than )?(?:doubled|tripled|quadrupled|quintupled|halved)',
    'doubling',
    '(?:double|triple|quadruple)(?![- ](?:digit|check|click|bottom|top|down|A|dip))',
    'tripling',
    'halving',
    '(?:two|three|four|five|six|seven|eight|ten|hundred)-?fold',
    'twice',
    'thrice',
    '(?:two|three|four|five|six|ten) times',
    '(?:two|three|four|five|six|seven|eight|ten|multi)-?bagger',
  ),
  whole(
    '(?:mehr als )?ver(?:doppel|dreifach|vierfach|fünffach|sechsfach|siebenfach|achtfach|zehnfach|vielfach)(?:n|t\\p{L}{0,2})',
    'halbier\\p{L}{1,3}',
    '(?:zwei|drei|vier|fünf|sechs|sieben|acht|zehn|hundert|anderthalb|eineinhalb|mehr)fach\\p{L}{0,2}',
    'das Doppelte|doppelt so (?:viel|hoch)',
    'Verdopp(?:e)?lung',
    'Verdreifachung',
    'Halbierung',
  ),
  whole(
    '(?:a |ont |est )?(?:plus que )?(?:doublé|triplé|quadruplé|quintuplé)e?s?',
    '(?:double|triple|quadruple)(?:r|nt|ra|it)?',
    '(?:le )?(?:double|triple|quadruple) de',
    'divisée?s? par (?:deux|trois)',
    'multipliée?s? par (?:deux|trois|quatre|cinq|dix)',
    '(?:deux|trois|quatre|cinq|dix) fois',
  ),
  whole(
    '(?:se ha(?:n)? )?(?:duplicado|triplicado|cuadruplicado)',
    '(?:duplic|triplic|cuadruplic)(?:ó|a|an|aron|ar|aba|aste|ando)',
    '(?:el )?doble',
    '(?:dos|tres|cuatro|cinco|diez) veces',
    'multiplicado por (?:dos|tres|cuatro|cinco|diez)',
  ),
  whole(
    '(?:è |sono )?(?:raddoppiat|triplicat|quadruplicat|dimezzat)[oaie]',
    '(?:raddoppi|triplic|quadruplic|quintuplic|dimezz)(?:a|ano|ò|are|ando)',
    'quintuplicat[oaie]',
    '(?:il )?(?:doppio|triplo)',
    '(?:due|tre|quattro|cinque|dieci) volte',
    'moltiplicat[oaie] per (?:due|tre|quattro|cinque|dieci)',
  ),
  whole(
    '(?:dobr|duplic|triplic|quadruplic|quintuplic)(?:ou|aram|ado|ada|ar|aste|ando|a)',
    'multiplicad[oa] por (?:dois|três|quatro|cinco|dez)',
    'caiu pela metade',
    '(?:o )?(?:dobro|triplo)',
    '(?:duas|três|quatro|cinco|dez) vezes',
  ),
  whole(
    '(?:verdubbel|verdrievoudig|verviervoudig|vervijfvoudig|vertienvoudig)(?:d|de|t|den|en)',
    'gehalveerd',
    '(?:halveerde|dubbele|drievoudige)',
    '(?:twee|drie|vier|vijf|tien) (?:keer|maal)',
    '(?:twee|drie|vier|tien)voud',
  ),
  '翻(?:了)?[一两兩二三四五]?(?:倍|番)|翻倍|腰斩|腰斬|减半|減半|[一两兩二三四五六七八九十]倍',
  '倍増|[两三四五]番|倍になっ|半減|半分|半値',
  '[一二三四五六七八九两]成(?!功|为|立|长|本|分|果|员|熟|績|長)|[一二三四五六七八九]割',
  '百分之[一二三四五六七八九十百零〇两点\\p{Nd}]{1,10}',
);

export const fractionWords = words(
  whole(
    '(?:an?|one|two|three|four|five|six|seven|eight|nine)[- ](?:(?:good|full|mere|bare|solid|whole|little over a) )?(?:thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|twelfths?|twentieths?|thirtieths?|fortieths?|fiftieths?|hundredths?)',
    '(?:by|lost|gained|nearly|almost|about) (?:a )?half',
    'half(?= (?:of |the |its |their |our |your |my |all ))',
    '(?:good|full|mere|bare|solid) (?:third|quarter|fifth|half)',
    'half (?:as much )?again',
    'every (?:second|third|fourth|fifth)',
    '(?:one|two|three|four|five|six|seven|eight|nine) (?:in|out of) (?:every )?(?:two|three|four|five|six|seven|eight|nine|ten|twelve)',
  ),
  whole(
    'jede[rs]? (?:zweite|dritte|vierte|fünfte|zehnte)[rns]?',
    '(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)(?:e[snrm]?)? (?:\\p{L}{3,8}e[snrm]? )?)?(?:Drittel|Viertel|Fünftel|Sechstel|Siebtel|Achtel|Neuntel|Zehntel|Zwanzigstel|Dreiviertel)n?s?',
    '(?:die |der |zur |um die )?Hälfte',
  ),
  whole(
    'une? (?:\\p{L}+ )?sur (?:deux|trois|quatre|cinq|dix)',
    '(?:un|le|du|au|deux|trois|les deux|les trois|quatre|cinq|six|sept|huit|neuf) (?:bon |petit |gros )?(?:tiers|quarts?|cinquièmes?|sixièmes?|huitièmes?|dixièmes?)',
    '(?:la |de )?moitié',
  ),
  whole(
    'un[oa]? de cada (?:dos|tres|cuatro|cinco|diez)',
    '(?:un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve) (?:buen )?(?:tercios?|cuartos?|quintos?|sextos?|octavos?|décimos?)',
    '(?:una|la|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|las dos|las tres|las cuatro) (?:tercer|cuart|quint|sext|octav|décim)as? partes?',
    '(?:la |a la )?mitad',
  ),
  whole(
    'un[oa]? (?:\\p{L}+ )?su (?:due|tre|quattro|cinque|dieci)',
    '(?:un|due|tre|i due|i tre|quattro|cinque|sei|sette|otto|nove) (?:buon )?(?:terz[oi]|quart[oi]|quint[oi]|sest[oi]|ottav[oi]|decim[oi])',
    '(?:la |della )?metà',
  ),
  whole(
    'uma? em cada (?:duas|dois|três|quatro|cinco|dez)',
    '(?:um|dois|três|quatro|cinco|seis|sete|oito|nove) (?:bom )?(?:terços?|quartos?|quintos?|sextos?|oitavos?|décimos?)',
    '(?:uma|a) (?:terça|quarta|quinta|sexta|décima) parte',
    '(?:a |pela |da )?metade',
  ),
  whole(
    '(?:een|één) op de (?:twee|drie|vier|vijf|tien)',
    '(?:een|één|twee|drie|vier|vijf|zes|zeven|acht|negen) (?:goede? |klein )?(?:derde|kwart|vierde|vijfde|zesde|achtste|tiende)n?',
    'driekwart|tweederde|eenderde',
    '(?:de |met de )?helft',
  ),
  '[二三四五六七八九十\\p{Nd}]{1,2}分[之の][一二三四五六七八九\\p{Nd}]|一半|过半|過半|大半|半分|半数|[一二三四五六七八九]成半',
);
