/** The sites of web-pages.ts. Arguments: response time in milliseconds, then the page size of each site. */
import type { AddressInfo } from 'node:net';
import { startOne } from './web-pages';

const [answerMs = 0, ...sizes] = process.argv.slice(2).map(Number);
const servers = await Promise.all(sizes.map((characters, index) => startOne(index, answerMs, characters)));
process.send?.(servers.map((server) => (server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
