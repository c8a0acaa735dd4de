/**
 * The data portal of the European Central Bank on 127.0.0.1, after data.ecb.europa.eu/help/api/data: a series key with
 * several currencies, units for one euro, CSV, and 404 where no series matches.
 */
import { type PriceVendorServer, startPriceVendorServer } from './price-vendor-server';

/** `days` are by currency. */
export type EcbServer = PriceVendorServer;

const header = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE';

export const startEcbServer = (): Promise<EcbServer> =>
  startPriceVendorServer((world, url, response) => {
    const [, codes = ''] = /^\/service\/data\/EXR\/D\.([A-Z+]+)\.EUR\.SP00\.A$/.exec(url.pathname) ?? [];
    const known = codes.split('+').filter((code) => world.days.has(code));
    if (known.length === 0 || url.searchParams.get('format') !== 'csvdata')
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('No results found.');
    const since = url.searchParams.get('startPeriod') ?? '';
    const rows = known.flatMap((code) =>
      (world.days.get(code) ?? [])
        .filter(({ day }) => day >= since)
        .map(
          ({ day, close }) =>
            `EXR.D.${code}.EUR.SP00.A,D,${code},EUR,SP00,A,${day},${Number.isNaN(close) ? 'NaN' : close}`,
        ),
    );
    response.writeHead(200, { 'content-type': 'text/csv' }).end([header, ...rows, ''].join('\r\n'));
  });
