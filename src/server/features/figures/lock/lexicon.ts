/**
 * Words that show what a number is a figure of, in English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Chinese and Japanese. Written by hand: a word belongs in a list if it has this meaning in ordinary prose about
 * companies and stocks. Based on annual reports and market news in these languages.
 */
import { businessWords, properNames } from './lexicon-companies';
import { ownedInEasternScripts, ownedWords, tradedInEasternScripts, tradedWords } from './lexicon-holdings';
import { officialRatesInEasternScripts, taxWords } from './lexicon-taxes';

/**
 * Open-ended words are limited to Latin script, because a text without spaces in another script would be scanned again
 * and again.
 */
const latin = (...list: string[]) =>
  String.raw`(?<![\p{Script=Latin}\p{Nd}])(?:${list.join('|').replaceAll(String.raw`\p{L}`, String.raw`\p{Script=Latin}`)})(?![\p{Script=Latin}\p{Nd}])`;
const union = (...parts: string[]) => new RegExp(parts.join('|'), 'giu');

/** A figure of a company, an economy or a product, not of a position. */
export const otherMetric = union(
  latin(
    'revenues?|sales|turnover|earnings(?: per share)?|EPS|ebitda?|net income|income|operating \\p{L}+|cash ?flow|free cash|margins?|profitability',
    'profits?(?! of| on (?:the|our|your) (?:position|stake|holding|investment))|capex|spending|spent|spends?|earned|earns|bought back|buys? back|costs?(?! basis)|expenses?|R&D|budget|guidance|guided|backlog|bookings|ARR|churn',
    'gdp|inflation|cpi|ppi|econom\\p{L}+|unemployment|wages?|salar(?:y|ies)|interest|(?:interest|policy|tax|deposit|exchange|growth|conversion|churn|vacancy|prime|mortgage) rates?|rate (?:cut|hike|rise)s?|coupon|yield(?:s|ing)?|fed|ecb|tariffs?|tax(?:es|ed)?',
    'deliver(?:y|ies|ed|s)(?! (?:you |us |about |around |roughly |some |nearly |a (?:return|gain|profit))?[\\p{Nd}.,]*\\s?(?:%|percent|a (?:return|gain|profit)))|shipments?|shipped|registrations?|volumes?|production|produced|produces?|output|capacity|users?|customers?|clients?|subscribers?|subscriptions?|employees|headcount|staff|workforce|workers|people|jobs|stores?|factor(?:y|ies)|plants?|branches|countries|traffic|visits|emissions|energy|battery|miles|km|kilomet(?:er|re)s|GW|GWh|MW|nm|nanomet\\p{L}+',
    'market share|share of (?:the )?(?!(?:portfolio|book|our|your))\\p{L}+|market cap(?:itali[sz]ation)?|market value|enterprise value|valued at|valuation|p\\/?e|price-to-\\p{L}+|forward multiple|times (?:forward |expected )?(?:earnings|sales|book)|payouts?|buybacks?|repurchas\\p{L}+|debt|cash|assets|liabilities|equity ratio|leverage|reserves',
    'price(?:s|d)? (?:of|for) (?:the |a |its |their )?(?:model|car|vehicle|phone|chip|gpu|oil|gold|gas|copper|iphone|product|subscription|basic|barrel|ticket)\\p{L}*|starts? at|starting (?:at|price)|sticker price|list price|retails?|msrp|sells?(?! for a)|selling|charges?|per (?:month|seat|user|vehicle|car|barrel|ounce|unit|kWh)|a (?:month|barrel|seat)|membership|of the (?:global |whole |total )?(?:market|industry|sector|population|votes?)|monthly|oil|gold|brent|barrel|model [3SXY]|cybertruck|iphone\\p{L}*|vehicles?|cars?|phones?|chips?|gpus?|licen[cs]es?|(?<!(?:net of|after|before|minus|plus|including|of) )fees?|fines?|fined|settlements?|lawsuits?|penalt(?:y|ies)|grants?|loan|raised|round|price target|target price|target of|targets?|stop-loss|threshold',
    'demand|probabilit\\p{L}+|chances?|odds|likel\\p{L}+|confidence|correlation|(?<!(?:portfolio.s|your|overall) )beta|poll|survey(?:ed)?|votes?|discount|premium|growth|grew|grows?|growing|expects?|expected|forecasts?|estimates?|estimated|projects?|projected|consensus|analysts?|orders?|pages?|chapter|section|step|rule of',
  ),
  latin(
    '\\p{L}*[Uu]msatz\\p{L}*|\\p{L}*erlöse?n?|Gewinn(?:e? je Aktie)|\\p{L}*marge\\p{L}*|Ergebnis je Aktie|steiger\\p{L}+ (?:den |seinen |ihren )?Gewinn|Jahresüberschuss|Inflation\\p{L}*|\\p{L}*[Zz]ins\\p{L}*|BIP|Wachstum\\p{L}*|wuchs(?:en)?|wächst|Arbeitslos\\p{L}*|Mitarbeit\\p{L}*|Beschäftigte\\p{L}*|\\p{L}*lieferung\\p{L}*|lieferten?|\\p{L}*[Aa]bsatz\\p{L}*|Produktion\\p{L}*|Kund\\p{L}+|Nutzer\\p{L}*|Filialen|Werke?n?|Marktanteil\\p{L}*|Marktkapitalisierung|Börsenwert|Schulden|Kosten|kostet|Ausgaben|Investitionen|Fahrzeuge?n?|Autos?|pro (?:Monat|Nutzer|Fahrzeug)|im Monat|Kursziel\\p{L}*|Zielkurs\\p{L}*|Ölpreis|Steuer\\p{L}*|Nachfrage|Strafe|Wahrscheinlichkeit|KGV|Löhne|Aufträge|Auftrags\\p{L}+|\\p{L}*satz|erwartet|Prognose|Analysten|Seite',
  ),
  latin(
    "chiffre d['’]affaires|ventes?|revenus?|bénéfices?(?: par action)?|BPA|marges?|résultat net|inflation|PIB|croissance|taux (?:d['’]intérêt|directeur|de chômage)|chômage|salari\\p{L}+|employés|effectifs?|livraisons?|livré\\p{L}*|production|clients?|utilisateurs?|abonnés?|magasins?|usines?|parts? de marché|capitalisation|dette|coûts?|coûte(?:nt)?|dépenses?|voitures?|véhicules?|par (?:mois|utilisateur)|objectif de cours|pétrole|impôts?|demande|amende|prévisions?|analystes?|carnet de commandes|commandes|page",
  ),
  latin(
    'ingresos|ventas|facturación|beneficios?(?: por acción)?|BPA|márgen(?:es)?|margen|inflación|PIB|crecimiento|creci\\p{L}+|crec[eí]\\p{L}*|tipos? de interés|tasas? (?:de interés|de desempleo)|desempleo|paro|emplead\\p{L}+|plantilla|entregas?|entregó|producción|clientes|usuarios|suscriptores|tiendas|fábricas|cuota de mercado|capitalización|deuda|costes?|costos?|cuesta[n]?|gastos?|coches|vehículos?|al mes|por (?:mes|usuario)|precio objetivo|petróleo|impuestos?|demanda|multa|previsiones|analistas|página',
  ),
  latin(
    'ricavi|fatturato|vendite|utili?(?: per azione)?|margin[ei]|inflazione|PIL|crescita|cresc\\p{L}+|tass[oi] (?:di interesse|di disoccupazione)|disoccupazione|dipendenti|organico|consegne|consegnat[oaie]|produzione|clienti|utenti|abbonati|negozi|fabbriche|quota di mercato|capitalizzazione|debit[oi]|cost[oi]|costa(?:no)?|spes[ae]|auto|veicoli|al mese|prezzo obiettivo|target price|petrolio|tasse|domanda|multa|previsioni|analisti|pagina',
  ),
  latin(
    'receitas?|vendas|faturamento|lucros?(?: por ação)?|LPA|marge(?:m|ns)|inflação|PIB|crescimento|cresceu|taxas? (?:de juros?|de desemprego)|juros|desemprego|funcionários|empregados|colaboradores|entregas?|entregou|produção|clientes|usuários|utilizadores|assinantes|lojas|fábricas|participação de mercado|quota de mercado|capitalização|dívida|custos?|custa[m]?|gastos?|despesas?|carros|veículos|por (?:mês|utilizador)|preço-alvo|petróleo|impostos?|procura|demanda|multa|previsões|analistas|página',
  ),
  latin(
    "\\p{L}*omzet\\p{L}*|verkopen|winst per aandeel|\\p{L}*marges?|inflatie|bbp|groei\\p{L}*|gegroeid|rente\\p{L}*|werkloosheid|werknemers|medewerkers|personeel|leveringen|geleverd|productie|klanten|gebruikers|abonnees|winkels|fabrieken|marktaandeel|beurswaarde|marktwaarde|schuld\\p{L}*|kosten|kost|uitgaven|auto[’']?s|voertuigen|per (?:maand|gebruiker)|koersdoel|olieprijs|belasting\\p{L}*|vraag|boete|verwacht\\p{L}*|analisten|pagina",
  ),
  // "Up 40% with dividends" is the gain of a position.
  latin(
    '(?<!(?:with|without|including|excluding|plus|counting|reinvest(?:ed|ing)|mit|ohne|inklusive|inkl\\.|einschließlich|reinvestierten|avec|sans|hors|compris|con|sin|incluyendo|incluidos|senza|inclusi|compresi|com|sem|incluindo|met|zonder|inclusief|exclusief) )dividend\\p{L}*(?! (?:compris|inclus|réinvestis|incluidos|reinvertidos|inclusi|compresi|reinvestiti|incluídos|reinvestidos))',
  ),
  latin(...businessWords),
  latin(...taxWords),
  officialRatesInEasternScripts,
  '业务|同比|环比|净赚|净利|份额|召回|注册量|登记量|失业|零售额|罚|市场占|净利率|高级版|搜索|广告|基点.{0,4}(?:降|升)息|(?:降|升|加)息|营收|營收|收入|销售额|销量|銷量|利润|利潤|毛利|每股收益|每股盈利|通胀|通脹|通货膨胀|国内生产总值|GDP|利率|失业率|员工|員工|雇员|交付|产量|產量|用户|用戶|客户|门店|市场份额|市占率|市值|(?<![含括入加])(?:股息|派息|分红)|债务|成本|售价|每月|每年|目标价|油价|税|需求|罚款|预计|預計|分析师|市盈率|增长率|页',
  '事業|前年同期|前年比|登録台数|リコール|制裁金|失業|小売(?:売上|業)|広告|検索|政策|部門|受注|在庫|投資額は.{0,4}億|研究開発|利回り|株主総会|売上高?|収益率?|純利益|営業利益|経常利益|最終利益|利益率|利益は過去|一株当たり|[1１一]株利益|1株当たり|EPS|インフレ|物価|GDP|金利|失業率|従業員|社員|納車|出荷|生産|ユーザー|顧客|店舗|市場シェア|シェア|時価総額|配当(?!込|を含)|負債|費用|コスト|価格は.{0,6}台|月額|年額|目標株価|原油|税|需要|罰金|予想|アナリスト|成長率|ページ|台',
);

/** Products and ratios that are capitalized like names. */
export const namedProduct = new RegExp(latin(properNames), 'gu');

/** A position, or an event in its history. */
export const holding = union(
  latin(
    '(?:the|our|your|its|their|this|that|house|total|whole) (?:house )?(?:equal-weighted )?(?:book|portfolio|positions?|holdings?|stakes?|investments?|entry|purchase|trade)|(?:portfolio|book|positions?|holdings?) (?:is|are|has|have|stands?|returned|gained|lost|value|return|performance|as a whole)|the (?:stock|shares?|winners?|losers?|best performer|worst performer)|(?:its|their) (?:stock|shares?)|stock|share price',
    'we (?:are (?:up|down)|have (?:gained|lost|made)|gained|lost|made|bought|sold|hold|own|paid|entered|closed)|you (?:are (?:up|down)|have (?:gained|lost|made)|gained|lost|made|bought|sold|hold|own|paid|entered|would have(?: earned| made| gained| lost)?)|since (?:purchase|entry|inception|buying|the purchase|its purchase|we bought|you bought|then|opening|it was (?:bought|opened))|unreali[sz]ed|reali[sz]ed|hit rate|win rate|success rate|drawdown|cost basis|entry price|purchase price|average (?:gain|return|entry)|weight(?:ing|ed)?|allocat\\p{L}+|holding period|winners?|losers?|outperform\\p{L}*|underperform\\p{L}*',
  ),
  latin(
    '(?:das|unser|Ihr|dein|unsere[snm]?|Ihre[snm]?) (?:Portfolio|Depot|Position\\p{L}*|Bestand|Bestände)|Portfolio\\p{L}*|Depot\\p{L}*|Position(?:en)?|Aktienkurs|Aktie|Kurs|Einstieg\\p{L}*|Kaufpreis|Einstandskurs|seit (?:dem )?(?:Kauf|Einstieg)|Trefferquote|Gewichtung|Rendite|Kursgewinn|Kursverlust|Buchgewinn|Buchverlust|wir haben|Sie haben|Gewinner|Verlierer|Haltedauer',
  ),
  latin(
    "(?:le|notre|votre|mon) portefeuille|portefeuille|positions?|(?:le|cours de l['’])action|l['’]action|le titre|cours|prix d['’](?:entrée|achat)|depuis (?:l['’]achat|l['’]entrée|son achat)|taux de réussite|pondération|rendement|plus-value|moins-value|nous avons|vous avez|gagnants?|perdants?",
  ),
  latin(
    '(?:la|nuestra|su|tu) cartera|cartera|posici(?:ón|ones)|la acción|acciones|el título|cotización|cotiza|precio de (?:entrada|compra)|desde (?:la compra|su compra|la entrada)|tasa de acierto|ponderación|rentabilidad|plusvalía|minusvalía|hemos|usted ha|ganador\\p{L}*|perdedor\\p{L}*',
  ),
  latin(
    "(?:il|nostro|vostro|tuo) portafoglio|portafoglio|posizion[ei]|il titolo|titolo|l['’]azione|azioni|quotazione|quota(?! di)|prezzo di (?:ingresso|acquisto|carico)|dall['’](?:acquisto|ingresso)|tasso di successo|ponderazione|rendimento|plusvalenza|minusvalenza|abbiamo|avete|vincent[ei]|perdent[ei]",
  ),
  latin(
    '(?:a|nossa|sua) carteira|carteira|portf[oó]lio|posiç(?:ão|ões)|a ação|ações|o título|o papel|cotação|cotada?|negociada?|preço de (?:entrada|compra)|desde a (?:compra|entrada)|taxa de acerto|ponderação|peso|rentabilidade|retorno|mais-valia|menos-valia|nós|ganhador\\p{L}*|perdedor\\p{L}*',
  ),
  latin(
    '(?:de|onze|uw|jouw) portefeuille|portefeuille|posities?|het aandeel|aandeel|aandelen|koers|aankoopprijs|instapkoers|instapprijs|sinds (?:de )?(?:aankoop|instap)|trefkans|slagingspercentage|weging|rendement|koerswinst|koersverlies|we hebben|winnaars?|verliezers?',
  ),
  latin(...ownedWords),
  ownedInEasternScripts,
  '投资组合|投資組合|组合|仓位|持仓|持倉|头寸|股价|股價|该股|买入|買入|买入价|成本价|入场|建仓|购入|自购买|自买入|胜率|回撤|权重|收益率|回报|浮盈|浮亏|我们|您的',
  'ポートフォリオ|保有|ポジション|株価|株は|買値|取得価格|取得単価|エントリー|購入以来|購入時|購入後|買ってから|勝率|ドローダウン|比率|構成比|リターン|含み益|含み損|当社の',
);

/** Marks a bare number or an amount as a price, a gain or a value of shares. */
export const returnWord = union(
  latin(
    'Einstandskurs\\p{L}*|Durchschnittskurs|prix de revient|PRU|(?:precio|coste) medio|prezzo medio|preço médio|custo médio|gemiddelde (?:aankoop)?prijs|(?:went|moved|gone|ran) from|(?:last|latest|open|high|low|bid|ask|now):|(?:prior|previous) close|as (?:high|low) as|up|down|gain(?:s|ed|ing)?|returns?|returned|rose|risen|rises?|los(?:t|s|ses|es|ing)|f[ae]ll(?:s|en|ing)?|drop(?:s|ped)?|declined?|slipp(?:ed|ing)|slid|sank|tumbled|plunged|soared|recovered|rebounded|dipped|edged|inched|climb(?:s|ed)?|jump(?:s|ed)?|surged?|rall(?:y|ied)|ahead|behind|made|price[ds]?|trad(?:es|ed|ing)|quoted|closed|close|sits|stands|worth|bought|purchased|paid|entry|entered|sold|exit(?:ed)?|basis|appreciat\\p{L}+',
  ),
  latin(
    'gewonnen|verloren|gestiegen|gefallen|plus|minus|notiert|Kurs|steht|gekauft|verkauft|wert|Gewinn|Verlust|zugelegt|eingebüßt|gehandelt',
  ),
  latin(
    'gagné|perdu|progressé|reculé|cote|vaut|acheté\\p{L}*|vendu\\p{L}*|hausse|baisse|gain|perte|échange|négoci\\p{L}+',
  ),
  latin('ganado|perdido|subido|caído|sube|baja|cotiza|vale|compr\\p{L}+|vend\\p{L}+|ganancia|pérdida'),
  latin(
    'guadagn\\p{L}+|pers[oaie]|perdut[oaie]|salit[oaie]|sces[oaie]|sale|scende|quota|vale|acquist\\p{L}+|vendut[oaie]|guadagno|perdita|tratta',
  ),
  latin('ganh\\p{L}+|perd\\p{L}+|sub\\p{L}{1,3}|caiu|caíram|vale|compr\\p{L}+|vend\\p{L}+|ganho|perda|negoci\\p{L}+'),
  latin('gewonnen|verloren|gestegen|gedaald|noteert|staat|waard|gekocht|verkocht|winst|verlies|omhoog|omlaag|handelt'),
  '涨|上涨|下跌|跌|升|降|报|收于|现价|价格|交易|买入|卖出|赚|亏|盈利|亏损|回报',
  '上昇|下落|値上がり|値下がり|取引|終値|現在値|株価|買|売|利益|損失|プラス|マイナス',
);

/** A hypothetical event: "if Tesla falls 20%". */
export const condition = union(
  latin(
    '(?:bull|bear|base|best|worst)[- ]case|(?:trailing|stop)[- ](?:stop|loss|order|limit)s?|stop-loss|stops? (?:at|of|order)|fair value|(?:could|might|should|would|can|may|to) (?:trim|cut|reduce|raise|cap|limit|lower|increase|bring)|if [^.;]{1,120}? (?:would|could|might)|(?:if|unless|should|suppose|assuming|imagine|were) [^,.;]{0,60}?(?:falls?|to halve|to double|to lose|halved|shed|slipped|slid|sank|tumbled|fell|drops?|dropped|rises?|rose|loses?|were|climbs?|goes|reaches|hits|doubles?|declines?|to (?:fall|drop|rise|gain|lose)|keep falling)|hypothetical\\p{L}*|scenarios?|(?:suppose|imagine|assume|assuming)|(?:analysts?|economists?|strategists?|banks?|traders?) (?:expects?|sees?|predicts?|forecasts?|projects?|believe)|(?:expected|forecast|projected|predicted|estimated) to|for example|e\\.g\\.|back-?tests?|stress tests?',
  ),
  latin(
    '(?:wenn|falls) [^.;]{1,120}? (?:würden?|wäre|hätten?|könnten?)|(?:Fiele|Stiege|Verlöre|Sänke|Bräche|Gewänne|Verdoppelte)|angenommen|nehmen wir an|gesetzt den Fall|stellen Sie sich vor|Stopp?|Stop(?:p)?-(?:Loss|Kurs|Order)|Stoppkurs|Verlustbegrenzung|hypothetisch|beispielsweise|(?:wenn|falls|sollte) [^,.;]{0,60}?(?:fällt|steigt|fiele|stiege|verliert|fallen|steigen)|Szenario|zum Beispiel|Analysten (?:erwarten|rechnen|sehen)',
  ),
  latin(
    's[ie] [^,.;]{0,60}?(?:baisse|chute|monte|perd|tombe|recule|passe|franchit|casse|grimpe|bondit|dépasse)|scénario|par exemple|analystes (?:prévoient|attendent|anticipent)|analistas (?:esperan|prevén|esperam|preveem)|analisti (?:prevedono|si aspettano|stimano)|s[ie] [^,.;]{0,60}?(?:cae|baja|sube|pierde|rompe|supera|toca|sale|scende|cala|perde|buca|perder|cair|cai|subir|romper|superar|ultrapassar)|imagin(?:ons|ez|a|e|emos|ad)|supposons|supposez|admettons|immagin\\p{L}+|supponi\\p{L}*|ipotizz\\p{L}+|supón|supongamos|suponga\\p{L}*|suponha\\p{L}*|suponhamos|stops?|ordre stop|orden stop|stop[- ]loss|por ejemplo|per esempio|por exemplo|escenario|cenário',
  ),
  latin(
    '(?:als|indien|mocht) [^,.;]{0,60}?(?:daalt|stijgt|zakt|verliest)|bijvoorbeeld|stel (?:dat|je voor)|stel,|stop-loss|stoporder|analisten (?:verwachten|voorzien)',
  ),
  '分析师预计|アナリストは|止损|逆指値|万一|倘若|若(?=.{1,12}(?:涨|跌))|如果|假设|假如|例如|もし|仮に|例えば',
);

/** Repeats the user's own words. */
export const repeatsUser = union(
  latin(
    "you (?:speak|talk|mean|said|mention|mentioned|asked|named|quoted|wrote|gave|suggested|assumed|state)|your (?:figure|number|question|assumption|example|target|budget|goal)|(?:is|are|was|has|have|does|did|do|can) ?n['’]?o?t|not|cannot|can't|no|rather than|instead of|(?:could|would|can) (?:buy|get|afford)|reich(?:t|en) für|achèterai(?:t|ent)|comprar(?:ía|ía[ns]|iam?)|comprerebber?o?|Sie (?:sagten|nannten|fragten|erwähnten|erwähnen|nennen)|du (?:sagst|nennst|erwähnst|erwähntest)|(?:nennst|erwähnst) du|(?:vous|tu) (?:mentionne[sz]|évoque[sz]|cite[sz])|(?:mencionas?|citas?|comentas)|(?:menzioni|citi|hai citato)|você (?:menciona|cita)|je (?:noemt|noemde|zegt|vermeldt)|Ihre (?:Zahl|Frage|Annahme)|nicht|kein\\p{L}*|vous parlez|parli|parla di|habla[s]? de|você fala|fala em|u heeft het over|Sie sprechen|vous avez (?:dit|mentionné|demandé|cité)|votre (?:chiffre|question|hypothèse)|ne|pas|usted (?:dijo|mencionó|preguntó)|su (?:cifra|pregunta|supuesto)|no|lei ha|la tua|la sua domanda|non|você (?:disse|mencionou|perguntou)|não|u (?:zei|noemde|vroeg)|uw (?:cijfer|vraag)|niet|geen",
  ),
  '[您你](?:提|说|問|问|设定|計画|计划|希望|想|给出)|不是|没有|并非|おっしゃ|仰|ご質問|ご希望|ご指定|ご提示|ではありません|ではない|ではなく',
);

/** Names a company as not being in the portfolio. */
export const notHeld = union(
  latin(
    "(?:which|that|what) (?:the|our|your) (?:book|portfolio) (?:does not|doesn['’]t) (?:hold|own)|(?:which|that) (?:we|you) (?:do not|don['’]t) (?:hold|own)|not (?:held|owned|in (?:the|our|your) (?:book|portfolio)|part of (?:the|our|your) (?:book|portfolio))|nicht im (?:Portfolio|Depot)|pas en portefeuille|pas dans (?:le|notre|votre) portefeuille|no está en (?:la|nuestra|su) cartera|non è in portafoglio|não está na (?:nossa |sua )?carteira|niet in (?:de |onze |uw )?portefeuille",
  ),
  '不在投资组合|保有していない',
);

export const upWord = union(
  latin(
    'up|gain(?:s|ed|ing)?|rose|risen|rises|rising|climb(?:s|ed|ing)?|profit(?: of)?|ahead|added|in the black|advanced|appreciated|grew|grown|soared|surged|jumped|rallied|earned|won|winners?|made',
    'gewonnen|gewann|Gewinn\\p{L}*|gestiegen|stieg|zugelegt|legte\\p{L}*|im Plus|Zuwachs|Kursgewinn|Buchgewinn|geklettert|verdient|Gewinner',
    'gagn\\p{L}+|progress\\p{L}+|gain|hausse|plus-value|bénéfice|pris|monté\\p{L}*|bondi|grimpé|rapporté|dans le vert',
    'subid[oa]|sub[eió]+|gan(?:ado|ar|a|ó|ancia|ancias|as)|avanz\\p{L}+|revaloriz\\p{L}+|plusvalía|beneficio|en verde',
    'verdient|salit[oaie]|sale|guadagn\\p{L}+|plusvalenza|profitto|in (?:attivo|verde)|rialzo|avanz\\p{L}+',
    'subi(?:u|do)|sobe|ganh\\p{L}+|valoriz(?:ou|ada|ado|ação)|lucro|alta|mais-valia|rendeu',
    'gestegen|steeg|stijgt|winst|gewonnen|won|wint|in de plus|omhoog|koerswinst|hoger',
  ),
  '上涨|涨|盈利|赚|浮盈|上昇|値上がり|含み益|プラス',
);
export const downWord = union(
  latin(
    'down|los(?:t|s|ses|ing|es|e)|fell|fallen|falls|falling|drop(?:ped|s|ping)?|declin\\p{L}+|slipped|behind|in the red|under ?water|shed|slid|sank|sunk|plunged|tumbled|given up|gave up|depreciated|losers?',
    'verloren|verlor|verlier(?:t|en|st)|Verlust\\p{L}*|gefallen|fällt|sinkt|fiel|eingebüßt|büßten?|im Minus|Rückgang|nachgegeben|gesunken|(?:stürz|rutsch|sack)t(?:en?)?(?! sich)|abge(?:stürzt|rutscht|sackt)|eingebrochen|zurückgegangen|Verlierer',
    'perd\\p{L}+|recul\\p{L}+|perte|baisse|moins-value|cédé|chut\\p{L}+|dans le rouge|tombé\\p{L}*',
    'perdid[oa]|perder|pierd(?:e|es|o|en)|perdemos|perdió|pérdida|caíd[oa]|cae|cayó|baj\\p{L}+|minusvalía|retroced\\p{L}+|en rojo',
    'pers[oaie]|perd\\p{L}+|perdita|sces[oaie]|scend(?:e|ono)|cal[oa]t[oa]|cala|minusvalenza|ribasso|in (?:passivo|rosso)',
    'perd(?:eu|e|em|er|endo|es|ido|ida)|perda|cai|caem|caindo|prejuízo|caiu|(?:uma|a|em|de|forte|maior|com) queda|queda (?:de|d[ao])|recuou|desvaloriz\\p{L}+|menos-valia|baixa',
    'gedaald|daalt|zakt|daalde|verlies|verloren|verloor|verliest|verliezen|in de min|omlaag|koersverlies|lager|gezakt',
  ),
  '下跌|跌|亏|浮亏|下落|値下がり|損失|含み損|マイナス',
);
export const entryWord = union(
  latin(
    'entry(?: price)?|bought|buy|buying price|paid|purchase price|cost basis|cost price|average cost|purchased|entered at|average price|acquired|picked up|got in(?: at)?|got \\p{L}+ (?:at|for)|cost you|cost us',
    'Einstieg\\p{L}*|Einstand\\p{L}*|Kaufpreis|Kaufkurs|gekauft|kauften|bezahlt|zahlten|erworben|eingestiegen',
    "prix d['’](?:achat|entrée)|prix de revient|achetée?s?(?: à)?|payée?s?|entrée?",
    'precio de (?:compra|entrada)|comprad[oa]s?|compraste|compró|compramos|pagaste|pagó|entrada|entraste',
    "prezzo di (?:acquisto|ingresso|carico)|prezzo d['’](?:acquisto|ingresso)|comprat[oaie]|acquistat[oaie]|pagat[oaie]|ingresso|entrat[oaie]",
    'preço de (?:compra|entrada)|comprad[oa]s?|comprou|compraste|compramos|pagou|pagaste|entrada|entrou',
    'aankoopprijs|aankoopkoers|instapkoers|gekocht|kocht|betaald|betaalde|ingestapt|stapte',
  ),
  '买入价|买入|买进|成本价|成本|建仓|買値|取得価格|取得単価|購入価格|購入|買われ',
);
export const latestWord = union(
  latin(
    '(?:current(?:ly)?|latest|last|market) (?:price|quote|close)|trades? (?:at|around|near)|trading (?:at|around|near)|now (?:at|stands|trades|worth)|is at|quoted at|stands at|today|now|currently|latest|closed at',
    'derzeit|aktuell\\p{L}*|notiert|zuletzt|(?:heutige|letzte)[rn]? (?:Kurs|Preis)|heute|jetzt|inzwischen|momentan|gehandelt|letzter Kurs|steht bei',
    "actuellement|aujourd['’]hui|désormais|maintenant|cote|vaut|s['’]échange|dernier cours|cours actuel",
    'cotiza|actualmente|ahora|hoy|se negocia|último precio|precio actual|vale',
    'quota|attualmente|adesso|ora|oggi|ormai|ultimo prezzo|prezzo attuale|vale|tratta',
    'cotada|atualmente|agora|hoje|negociada|último preço|preço atual|vale',
    'momenteel|nu|nu op|noteert|vandaag|inmiddels|laatste koers|huidige koers',
  ),
  '现价|股价为|目前|最新|现在|如今|現在値|現在|直近|終値|現在の株価',
);
export const soldWord = union(
  latin(
    'sold(?: for| at)?|closed (?:at|for)|exit(?:ed)? (?:at|price)|verkauft|vendu\\p{L}*|vendid[oa]|vendut[oa]|verkocht',
  ),
  '卖出|売却',
);
/** Buying or selling, whose day is a fact of the portfolio. */
export const tradeWord = union(
  latin(
    'bought|purchased?|opened|entered|sold|acquired|recorded|held since|holding since|since|owned|erworben|erwarb\\p{L}*|entraste|entrou|comprat[oaie]|acquis|gekauft|verkauft|seit|acheté\\p{L}*|vendu\\p{L}*|depuis|compr(?:ó|ado|amos|ada|ou|aste|ei|aram)|vendi\\p{L}+|desde|acquistat\\p{L}+|vendut\\p{L}+|dal|gekocht|verkocht|sinds',
  ),
  latin(...tradedWords),
  tradedInEasternScripts,
  '买入|卖出|购入|購入|売却',
);
