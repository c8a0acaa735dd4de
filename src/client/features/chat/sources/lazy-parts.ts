/** The lazy parts of sources in one file: most are small and share modules. */
export { CheckedNumber } from './checked-number';
export { SourceLayers } from './source-layers';
