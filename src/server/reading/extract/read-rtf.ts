import type { Reading } from '~/server/reading/reading';
import { rtfBlocks } from '~/server/reading/structure/rtf-blocks';
import { textOfBlocks } from './read-text';

export const readRtf = (bytes: Uint8Array): Reading => ({ processedType: 'rtf', ...textOfBlocks(rtfBlocks(bytes)) });
