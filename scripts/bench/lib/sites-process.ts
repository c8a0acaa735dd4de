/** The sites of web-pages.ts. Arguments: milliseconds until a page answers, then the size of each site's pages. */
import type { AddressInfo } from 'node:net';
import { startOne } from './web-pages';

const [answerMs = 0, ...sizes] = process.argv.slice(2).map(Number);
const servers = await Promise.all(sizes.map((characters, index) => startOne(index, answerMs, characters)));
process.send?.(servers.map((server) => (server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
