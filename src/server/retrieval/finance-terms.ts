/**
 * Terms in questions about a company, and the terms its reports use for the same things. A question with one of `terms`
 * is also searched for the other terms and for `parts`. No entry is about a specific company or made for a single
 * question.
 *
 * Sources of entries: titles of statements and line items from the presentation of the US GAAP taxonomy and from IAS 1
 * and IAS 7, which name the same things differently; parts of ratios from their usual definitions in textbooks of
 * financial statement analysis; headings of forms 10-K, 10-Q, 8-K and DEF 14A from Regulation S-K; abbreviations from
 * their common use (capex, DSO, FCF). "One-off" and "exceptional items" are the British words for what US reports call
 * non-recurring. Words that only questions use, and no report or textbook, do not belong here.
 */
import type { Statement } from './statements';

export interface FinanceTerm {
  terms: readonly string[];
  /** Line items that it is calculated from, or that contain it. */
  parts?: readonly string[];
  /** The statements that present it, or the items it is calculated from. */
  statements?: readonly Statement[];
}

const propertyPlant = 'property, plant and equipment';
const currentAssets = 'total current assets';
const currentLiabilities = 'total current liabilities';

export const financeTerms: readonly FinanceTerm[] = [
  // Statements
  {
    terms: [
      'income statement',
      'statement of income',
      'statement of operations',
      'statement of earnings',
      'p&l',
      'profit and loss',
    ],
    parts: ['consolidated statements of income operations earnings', 'net income', 'income taxes', 'per share'],
    statements: ['income'],
  },
  {
    terms: ['balance sheet', 'statement of financial position'],
    parts: ['consolidated balance sheets', 'total assets', 'total liabilities', 'shareholders equity'],
    statements: ['balance'],
  },
  {
    terms: ['cash flow statement', 'statement of cash flows'],
    parts: [
      'consolidated statements of cash flows',
      'operating activities',
      'investing activities',
      'financing activities',
    ],
    statements: ['cashFlows'],
  },
  // Income statement
  { terms: ['revenue', 'net sales', 'sales', 'top line', 'turnover', 'net revenue'], statements: ['income'] },
  {
    terms: ['cogs', 'cost of goods sold', 'cost of sales', 'cost of revenue', 'cost of products sold'],
    statements: ['income'],
  },
  { terms: ['gross margin', 'gross profit'], parts: ['cost of sales', 'net sales'], statements: ['income'] },
  {
    terms: ['operating margin', 'operating income', 'operating profit', 'income from operations', 'ebit'],
    statements: ['income'],
  },
  {
    terms: ['profitability', 'profitable'],
    parts: ['net income', 'operating income', 'margin'],
    statements: ['income'],
  },
  { terms: ['net income', 'net earnings', 'net profit', 'bottom line', 'profit attributable'], statements: ['income'] },
  { terms: ['eps', 'earnings per share'], parts: ['diluted', 'basic'], statements: ['income'] },
  {
    terms: ['ebitda'],
    parts: ['operating income', 'depreciation and amortization'],
    statements: ['income', 'cashFlows'],
  },
  {
    terms: ['d&a', 'depreciation and amortization'],
    parts: ['cash flows operating activities'],
    statements: ['cashFlows'],
  },
  { terms: ['r&d', 'research and development'], statements: ['income'] },
  { terms: ['sg&a', 'selling, general and administrative'], statements: ['income'] },
  {
    terms: ['effective tax rate', 'tax rate', 'income tax'],
    parts: ['provision for income taxes', 'income before taxes'],
    statements: ['income'],
  },
  { terms: ['interest coverage'], parts: ['interest expense', 'operating income'], statements: ['income'] },
  { terms: ['growth', 'grow', 'increase', 'organic growth'], parts: ['percent change', 'sales change'] },
  // Balance sheet
  {
    terms: ['ppe', 'pp&e', 'ppne', 'pp&ne', 'fixed assets', propertyPlant],
    parts: [`${propertyPlant} net`, 'total assets'],
    statements: ['balance'],
  },
  {
    terms: ['working capital', 'net working capital'],
    parts: [currentAssets, currentLiabilities],
    statements: ['balance'],
  },
  {
    terms: ['current ratio', 'quick ratio', 'acid test'],
    parts: [currentAssets, currentLiabilities, 'inventories'],
    statements: ['balance'],
  },
  {
    terms: ['liquidity'],
    parts: ['current ratio', 'cash and cash equivalents', currentLiabilities, 'credit facility'],
    statements: ['balance'],
  },
  { terms: ['accounts receivable', 'trade receivables', 'receivables', 'dso'], statements: ['balance'] },
  {
    terms: ['accounts payable', 'trade payables', 'payables', 'dpo', 'days payable outstanding'],
    statements: ['balance'],
  },
  { terms: ['inventory', 'inventories'], statements: ['balance'] },
  {
    terms: ['inventory turnover', 'days inventory', 'days sales in inventory', 'dio'],
    parts: ['inventories', 'cost of products sold', 'cost of goods sold'],
    statements: ['balance', 'income'],
  },
  {
    terms: ['asset turnover', 'return on assets', 'roa'],
    parts: ['total assets', 'net income', 'net sales'],
    statements: ['balance', 'income'],
  },
  {
    terms: ['return on equity', 'roe'],
    parts: ['net income', 'shareholders equity'],
    statements: ['balance', 'income'],
  },
  { terms: ['debt', 'borrowings', 'notes payable', 'long-term debt'], statements: ['balance'] },
  {
    terms: ['leverage', 'debt to equity', 'gearing'],
    parts: ['total debt', 'shareholders equity'],
    statements: ['balance'],
  },
  { terms: ['equity', 'shareholders equity', 'stockholders equity', 'net assets'], statements: ['balance'] },
  {
    terms: ['book value', 'liquidation value', 'net asset value'],
    parts: ['book value per share', 'tangible book value', 'shareholders equity'],
    statements: ['balance'],
  },
  { terms: ['goodwill', 'intangible assets', 'intangibles'], statements: ['balance'] },
  { terms: ['cash', 'cash and cash equivalents', 'cash equivalents'], statements: ['balance'] },
  // Cash flows
  {
    terms: ['capex', 'capital expenditure', 'capital expenditures', 'capital spending'],
    parts: [`purchases of ${propertyPlant}`, 'additions', 'investing activities'],
    statements: ['cashFlows'],
  },
  {
    terms: ['capital intensive', 'capital intensity', 'capital-intensive'],
    parts: ['capital expenditures', `${propertyPlant} net`, 'total assets', 'investing activities'],
    statements: ['balance', 'cashFlows', 'income'],
  },
  {
    terms: ['free cash flow', 'fcf'],
    parts: ['cash from operating activities', 'capital expenditures'],
    statements: ['cashFlows'],
  },
  {
    terms: ['operating cash flow', 'cash flow from operations', 'cash from operations'],
    parts: ['net cash provided by operating activities'],
    statements: ['cashFlows'],
  },
  {
    terms: ['dividend', 'dividends'],
    parts: ['dividends declared per share', 'dividends paid', 'cash dividends'],
    statements: ['cashFlows'],
  },
  {
    terms: ['buyback', 'share repurchase', 'repurchases'],
    parts: ['treasury stock', 'repurchase of common stock'],
    statements: ['cashFlows'],
  },
  {
    terms: ['payout ratio', 'retention ratio'],
    parts: ['dividends paid', 'net income'],
    statements: ['cashFlows', 'income'],
  },
  // Business and governance
  {
    terms: ['acquisition', 'acquired', 'acquire', 'm&a', 'merger', 'takeover'],
    parts: ['business combination', 'divestitures'],
  },
  {
    terms: ['divestiture', 'divested', 'disposal', 'sold business'],
    parts: ['discontinued operations', 'held for sale'],
  },
  {
    terms: ['lawsuit', 'litigation', 'legal proceedings', 'legal', 'sued'],
    parts: ['contingencies', 'settlement', 'plaintiffs', 'defendants'],
  },
  { terms: ['restructuring', 'reorganization'], parts: ['severance', 'employee', 'restructuring liability'] },
  { terms: ['segment', 'segments', 'business unit', 'division'], parts: ['segment results', 'reportable segments'] },
  { terms: ['geography', 'geographic', 'region', 'regions', 'country'], parts: ['united states', 'international'] },
  {
    terms: ['customer concentration', 'major customers', 'largest customers', 'biggest customers'],
    parts: ['percent of revenue', 'concentration'],
  },
  {
    terms: ['debt securities', 'securities registered', 'registered to trade', 'traded on'],
    parts: ['title of each class', 'trading symbol', 'name of each exchange'],
  },
  {
    terms: ['board', 'directors', 'board of directors', 'nominees'],
    parts: ['election of directors', 'votes for', 'votes against', 'broker non-votes'],
  },
  { terms: ['ceo', 'chief executive officer'], parts: ['president', 'appointed'] },
  { terms: ['cfo', 'chief financial officer'], parts: ['appointed'] },
  { terms: ['guidance', 'outlook', 'forecast', 'expected'], parts: ['full-year', 'guidance', 'outlook'] },
  { terms: ['headcount', 'employees', 'workforce', 'staff'] },
  { terms: ['stores', 'store count', 'number of stores'], parts: ['opened', 'closed', 'total stores at end'] },
  {
    terms: ['one-off', 'one-time', 'non-recurring', 'exceptional items', 'special items'],
    parts: ['impairment', 'gain on sale', 'charges', 'divestiture'],
  },
  {
    terms: ['product category', 'product categories', 'product lines'],
    parts: ['revenue mix', 'comparable sales', 'by product'],
  },
  { terms: ['risks', 'risk factors'] },
  { terms: ['lease', 'leases', 'rent'], parts: ['operating lease', 'right-of-use'] },
  { terms: ['pension', 'retirement benefits'], parts: ['benefit plans', 'projected benefit obligation'] },
];
