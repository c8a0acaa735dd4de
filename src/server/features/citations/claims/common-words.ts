/**
 * Capitalized words that are not names: at the start of sentences, in headings, in German, and names of currencies,
 * months and units, which are compared as figures and dates.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `a an the this that these those it its he she they we our i you in on at by for from to of as with within during after
   before since until while when where if although though because and or but nor so yet however moreover also according
   there here what which who how why all both each every some many most more less no not none never nothing only even
   overall meanwhile despite following compared including excluding under over between about around nearly almost
   approximately roughly is are was were be been has have had does did do will would can could may might must should
   revenue revenues sales turnover income profit profits loss losses earnings cost costs expenses expenditure margin margins
   cash flow debt equity assets liabilities capital net gross total operating pretax free adjusted dividend dividends shares share
   growth increase decrease demand orders volume volumes prices price interest inflation employees headcount customers
   company group board management report page table figure note quarter year half month fiscal annual first second third
   fourth investment investments spending guidance outlook forecast tax taxes research development
   der die das den dem des ein eine einer eines einem einen und oder aber im am zum zur von vom mit bei nach seit bis für
   auf aus über unter es er sie wir ist sind war waren wurde wurden hat haben laut wie als wenn nicht kein keine
   umsatz umsätze erlöse gewinn gewinne verlust ergebnis kosten ausgaben marge mitarbeiter beschäftigte kunden unternehmen
   konzern gesellschaft vorstand bericht seite tabelle quartal jahr jahres geschäftsjahr halbjahr monat dividende aktie
   aktien schulden vermögen eigenkapital prozent prozentpunkte millionen milliarden tausend mio mrd tsd wachstum anstieg
   rückgang nachfrage preis preise zins zinsen ende anfang höhe vergleich vorjahr investitionen
   diese dieser dieses diesen diesem jede jeder jedes ihre ihren ihrem ihrer seinen seiner seinem damit dabei danach davon
   dagegen allerdings jedoch zudem außerdem insgesamt rund etwa knapp gegenüber trotz wegen während sowie ohne gegen durch
   zwischen alle allein bereits mehr beide beiden dann denn doch sowohl zuletzt zuvor zunächst erstmals inzwischen
   mittlerweile dadurch deshalb hersteller herstellers autobauer autobauers anbieter anbieters händler händlers firma firmen
   unternehmens konzerns zeitraum zeitraums jahresende jahresanfang quartals quartalsende monate monaten jahren wochen
   vorjahreszeitraum vorjahreszeitraums vorjahresquartal vorquartal angaben
   cette leur leurs notre après depuis cependant ainsi toutefois enfin durant pendant lors malgré grâce sans entre alors
   aussi toute tous toutes moins quant puis lorsque tandis ensuite parmi quand comme chaque plusieurs aucun aucune
   estos estas tras durante desde hasta según además también aunque mientras cuando todos todas ambos ambas
   della delle degli nella nelle questo questa questi queste dopo inoltre tuttavia mentre
   deze volgens tijdens sinds echter após além também porém embora enquanto
   le la les un une des du de et ou mais en dans sur par pour avec selon il elle ils elles nous est sont était chiffre
   bénéfice résultat société groupe exercice année
   el los las una unos y o pero en con por para según es son fue ingresos beneficio empresa año
   usd eur gbp chf jpy cny rmb cad aud nzd hkd sgd twd krw brl mxn inr sek nok dkk rs us mw gw kw mwh gwh twh kwh kg km bn mn fy q1 q2 q3 q4 h1 h2 ebit ebitda eps ceo cfo pp bps
   january february march april june july august september october november december monday tuesday wednesday thursday
   friday saturday sunday euro euros dollar dollars yen yuan pounds rupees pesos franken ドル ユーロ ポイント パーセント ポンド グループ シェア januar februar märz mai juni juli oktober dezember`.split(
    /\s+/,
  ),
);
