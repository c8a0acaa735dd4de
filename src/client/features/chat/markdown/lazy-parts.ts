/** The lazy parts of an answer's code, tables and figures in one file: most are small and share modules. */
export { TooLongDiagram } from '../diagram/too-long-diagram';
export { TableChart } from '../table-chart/table-chart';
export { CodeTools } from './code-tools';
export { ConfirmedFigure, UnconfirmedFigure } from './figure-parts';
export { RemoteImage } from './remote-image';
export { TableTools } from './table-tools';
