/**
 * The three statements of a company, by the line items that nearly every one has, from the presentation of the US GAAP
 * taxonomy and from IAS 1 and IAS 7. A page with most of them is the statement.
 */
export type Statement = 'income' | 'balance' | 'cashFlows';

export const statementItems: Readonly<Record<Statement, string>> = {
  income: `consolidated statements of income operations earnings net sales revenue cost of sales gross profit
    selling general administrative research development operating income interest expense
    income before income taxes provision net income earnings per share basic diluted weighted average shares`,
  balance: `consolidated balance sheets assets current cash and cash equivalents marketable securities accounts
    receivable inventories prepaid total property plant equipment goodwill intangible liabilities accounts payable accrued
    long-term debt deferred commitments contingencies preferred common stock par value retained earnings
    accumulated other comprehensive treasury stockholders shareholders equity`,
  cashFlows: `consolidated statements of cash flows operating activities net income adjustments reconcile depreciation
    amortization deferred stock-based compensation changes in assets and liabilities investing activities purchases
    proceeds acquisitions financing activities repayments dividends paid repurchase effect of exchange rate
    net increase decrease in cash beginning end of year supplemental`,
};
