/** Names of regions, segments and products: what belongs to them depends on the company that the text names elsewhere. */

type Kind = 'region' | 'segment';

const languages = ['en', 'de', 'fr', 'es', 'it'];
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** All two-letter codes of countries, and the three-digit codes of continents and their parts. */
const regionCodes = (): string[] => [
  ...letters.flatMap((first) => letters.map((second) => first + second)),
  ...Array.from({ length: 999 }, (_, index) => String(index + 1).padStart(3, '0')),
];
const otherRegions = `us uk eu u.s u.s.a emea apac latam dach nordics benelux iberia america asia-pacific
  asien-pazifik mainland greater rest middle`;

const segments: ReadonlySet<string> = new Set(
  `cloud services data center centre gaming automotive auto advertising ads subscriptions hardware software retail
   wholesale international domestic consumer commercial enterprise intelligent productivity personal computing devices
   wearables segment division products search streaming azure aws youtube instagram whatsapp xbox windows office
   linkedin iphone ipad mac android kindle prime waymo`.split(/\s+/),
);

let knownRegions: ReadonlySet<string> | undefined;

function regions(): ReadonlySet<string> {
  knownRegions ??= new Set(
    [
      ...languages.flatMap((language) => {
        const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
        return regionCodes().map((code) => names.of(code) ?? '');
      }),
      otherRegions,
    ]
      .flatMap((name) => name.toLowerCase().split(/[\s(),]+/))
      .filter(Boolean),
  );
  return knownRegions;
}

const wholeName = /^[\p{L}&.-]+(?:\s(?:(?:of|the|and|&)\s){0,2}\p{Lu}[\p{L}&.-]*){0,4}/u;

/** What the name at a position is. Undefined for "China Mobile" and other names of companies. */
export function partKindAt(text: string, at: number): Kind | undefined {
  const words = (wholeName.exec(text.slice(at, at + 100))?.[0] ?? '').toLowerCase().split(/\s+/);
  const plain = words.map((word) => word.replace(/\.$/, '')).filter((word) => word !== '&');
  if (plain.every((word) => regions().has(word))) return 'region';
  return plain.every((word) => segments.has(word) || regions().has(word)) ? 'segment' : undefined;
}
