/** The ledger's key of an answer's usage. Each attempt costs, so each one counts. */
export const answerKey = ({ messageId, attempt }: { messageId: string; attempt: number }) =>
  `answer:${messageId}:${attempt}`;
