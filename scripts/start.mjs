/** npm start: builds when the build is missing or older than the sources, then becomes the server. */
import { buildIfStale } from './build.mjs';

buildIfStale();
process.env.NODE_ENV ??= 'production';
await import('../dist/server/main.js');
