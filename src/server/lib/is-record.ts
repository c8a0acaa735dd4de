export { isRecord, recordOf, type UnknownRecord } from '~/shared/is-record';
