/** The lazy parts of sources in one file, because most of them are small, and share modules. */
export { CheckedNumber } from './checked-number';
export { SourceLayers } from './source-layers';
