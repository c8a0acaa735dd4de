import type { Env } from '~/server/env';
import { brand } from '~/shared/brand';
import { recordDisclosures } from '~/shared/record-disclosures';
import { verifiedMethod } from '~/shared/verified-record';

const published = 'Closing prices, splits and latest prices of the stocks in the ledger, and of the benchmark.';
const notPublished =
  'Empty: this site does not publish its prices. Its verified record cannot be recalculated from these files.';

/** The method, what each file proves, and other information for an auditor. */
export const auditPackReadme = (
  { publicUrl, PUBLISH_PRICES }: Pick<Env, 'publicUrl' | 'PUBLISH_PRICES'>,
  hashes: { script: string; page: string },
): string => `${brand.company} track record
${publicUrl}/track-record

FILES
ledger.csv               Every change to the portfolio, in order. Each entry contains the hash of the one before it.
prices.json              ${PUBLISH_PRICES === 'on' ? published : notPublished}
timestamps.json          What outside authorities signed about the ledger (RFC 3161), and which attempts failed.
timestamps/<id>.tsr      Each of those signatures as a file for openssl.
bitcoin-proofs.json      Which hashes were submitted to calendars of OpenTimestamps, and which attempts failed. Often empty.
bitcoin/<id>.ots         Each of those proofs as a file for an OpenTimestamps client.
track-record-heads.txt   The ledger's latest hash at the end of each day, UTC: day, entry, hash.
verify.mjs               Checks all of this without any other program than Node.js 20 or newer.
verify.html              The same as a page: open it from your disk in a browser, and drop this ZIP file on it.

HOW TO CHECK
node verify.mjs ledger.csv prices.json timestamps.json

Without Node.js, open verify.html in a browser. It makes no network request.

The SHA-256 of verify.mjs is ${hashes.script}.
The SHA-256 of verify.html is ${hashes.page}.
Don't trust a script that comes with what it checks: compare these hashes with those in the program's public repository.
Save the latest hash and one .tsr file, and add them to the command later. If the ledger is ever rewritten, the script
says so. verify.mjs compares the hash in each timestamp; it prints the openssl command that checks the signature.

Proofs in Bitcoin: \`ots verify -d <hash> bitcoin/<id>.ots\`, with the hash of the same id in bitcoin-proofs.json. It must be the
hash of entry seq in ledger.csv. A proof without a block is a promise of a calendar and proves nothing yet.

METHOD OF THE VERIFIED RECORD
${verifiedMethod}

WHAT IS NOT PROVED
- Times of entries that no timestamp covers are from the clock of this server alone.
- A timestamp proves that its entry existed at its time, not that what the entry says is right.
- Closing prices are those of the price provider. Compare them with any other source.
- Entered prices and purchase dates are what administrators stated. The verified record doesn't use them.
- The operator of the server can rewrite the ledger after its last timestamp. A saved hash or timestamp shows that.

DISCLOSURES
${recordDisclosures.map(({ term, text }) => `- ${term}: ${text}`).join('\n')}
`;
