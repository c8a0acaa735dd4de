/** Reasons for errors that several procedures document. */
export const tooManyTries = 'Too many attempts; see Retry-After.';
export const tooManySearches = 'Too many searches; see Retry-After.';
export const tooManyUploads = 'Too many uploads; see Retry-After.';
export const tooManyFromAddress = 'Too many requests from this address; see Retry-After.';
export const invalidInput = 'The input is not valid; see `message`.';
export const invalidPeriod = 'The period is not valid.';
export const storageFull = 'The storage of the server is full.';
