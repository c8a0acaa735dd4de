/** Price targets and estimates of banks and brokers are not figures of the portfolio. */
import { matchesOf } from '~/server/lib/matches';
import type { Mention as Named } from './subjects';

/** Firms whose price targets are quoted in the news, and words for their analysts. */
const banks =
  'Goldman(?: Sachs)?|Morgan Stanley|J\\.?P\\.? ?Morgan|Bank of America|BofA|Merrill(?: Lynch)?|Citi(?:group|bank)?|Wells Fargo|Wedbush|UBS|Jefferies|Bernstein|Barclays|Deutsche Bank|HSBC|BNP(?: Paribas)?|Exane|Société Générale|SocGen|Santander|BBVA|Berenberg|DZ Bank|LBBW|Commerzbank|Warburg|Metzler|Oddo(?: BHF)?|Kepler(?: Cheuvreux)?|Bankinter|Renta 4|Mediobanca|Equita|Intesa(?: Sanpaolo)?|Itaú(?: BBA)?|BTG(?: Pactual)?|XP|Bradesco(?: BBI)?|ING|KBC|ABN AMRO|Degroof|Nomura|Mizuho|Daiwa|SMBC|CICC|CLSA|Macquarie|RBC|BMO|TD Cowen|Cowen|Piper Sandler|Evercore(?: ISI)?|KeyBanc|Oppenheimer|Raymond James|Stifel|Needham|Baird|Truist|Mizuho|Rosenblatt|Loop Capital|Canaccord|Guggenheim|Redburn|Morningstar|DA Davidson|Susquehanna|William Blair|Wolfe(?: Research)?';
const people =
  'analysts?|brokers?|Analyst(?:en|in)?|analystes?|courtiers?|analistas?|corredores|analist[aie]|corretoras?|analisten';
const eastern =
  '高盛|摩根士丹利|大摩|小摩|摩根大通|瑞银|花旗|美银|德银|德意志银行|汇丰|巴克莱|中金|中信(?:证券)?|野村|杰富瑞|券商|分析师|投行|ゴールドマン(?:・サックス)?|モルガン・スタンレー|JPモルガン|シティ|バークレイズ|みずほ証券|大和証券|ジェフリーズ|アナリスト|証券会社';
const isAnalyst = `(?<![\\p{L}\\p{Nd}])(?:${banks}|${people})(?![\\p{L}\\p{Nd}])|${eastern}`;
/** Verbs of opinion. "Has" and "is" are excluded: the cost of a bank in the portfolio is a figure. */
const views =
  '(?<!\\p{L})(?:sees?|saw|rates?|values?|puts?|sets?|raise[sd]?|lift(?:s|ed)|cuts?|lower(?:s|ed)|targets?|expects?|thinks?|believes?|reckons?|sieht|sehen|nennt|nennen|traut|trauen|setzt|setzen|hebt|heben|senkt|senken|erwartet|erwarten|taxiert|bewertet|rechnet|voit|voient|vise|visent|fixe|fixent|relève|abaisse|attend|table|valorise|ven?|fijan?|sitúan?|elevan?|esperan?|valoran?|rebajan?|estiman?|vede|vedono|fissa|alza|stima|stimano|valuta|indica|attende|taglia|vê|veem|fixa|eleva|projeta|espera|avalia|aponta|ziet|zien|zet|verhoogt|verlaagt|verwacht|schat|mikt)(?!\\p{L})|给出|给予|看高|看到|目标|上调|下调|预计|目標|予想|見て|見る|引き上げ|引き下げ|設定';
const view = new RegExp(`(?<house>${isAnalyst})[^.;,。；，]{0,40}?(?:${views})`, 'gu');
const viewEnd =
  /[;；。，、]|,(?!\p{Nd})|(?<!\p{L})(?:your|you|since|Ihre?[nmrs]?|deine?[nmrs]?|votre|vos|depuis|tus?|tu[oa]|tuoi|tue|desde|seus?|suas?|você|jouw|uw|sinds|but|and|while|though|now|currently|today|aber|und|während|aktuell|derzeit|heute|mais|et|alors|aujourd|actuellement|pero|y|mientras|hoy|ma|mentre|oggi|mas|enquanto|hoje|maar|en(?! (?:\p{Nd}|\p{Sc}))|terwijl|nu)(?!\p{L})|[您你]|目前|现价|現在|お客様|あなた/u;

/**
 * The parts of a sentence that report a firm's opinion, in order. A firm in the portfolio may itself be the subject.
 */
export function* analystViews(text: string, anchors: readonly Named[]): Generator<{ start: number; end: number }> {
  for (const match of matchesOf(view, text)) {
    if (anchors.some(({ at, end, ticker }) => ticker !== undefined && at <= match.index && match.index < end)) continue;
    const start = match.index + match[0].length;
    const length = text.slice(start).search(viewEnd);
    yield { start: match.index, end: length < 0 ? text.length : start + length };
  }
}

const target =
  /^(?:price targets?|target price|targets?|Kursziel\p{L}*|Zielkurs\p{L}*|objectif de cours|precio objetivo|prezzo obiettivo|preço-alvo|koersdoel\p{L}*|目标价|目標株価|Analysten|analysts?|analystes|analistas|analisti|analisten)$/iu;
const onShare =
  /^\s(?:\p{L}{1,20}\s){0,2}(?:on|für|for|sur|pour|sobre|para|su|per|op|voor)\s(?:the |die |den |la |le |el |il |o |a |de |het )?$/iu;
/** "The price target for Tesla". */
export const isTargetOf = (words: string, gap: string): boolean => target.test(words) && onShare.test(gap);

const analystTitle =
  /^\W*(?:brokers?|analysts?|houses?|(?:research |brokerage )?firms?|banks?|Analyst\p{L}*|Analysehaus|Haus|Institut|courtiers?|analystes?|bureaux?|maison|analistas?|casas?|entidad|analist[aie]|casa|corretoras?|banco|banca|banque|huis|analisten|机构|券商|投行|分析师|証券会社|アナリスト)\W*$/iu;
const onlyAnalyst = new RegExp(`^[\\s*_]*(?:${isAnalyst})[\\s*_]*$`, 'u');

/** "Broker | Target ($)": such a table row reports a firm's opinion. */
export const isBrokerRow = (firstTitle: string, row: string): boolean =>
  analystTitle.test(firstTitle) || onlyAnalyst.test(row);
