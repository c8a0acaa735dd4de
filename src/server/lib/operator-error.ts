/** An error the operator can fix. Commands print only `message`, no stack trace. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
