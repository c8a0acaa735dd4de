/** Which users must have a second factor: the values of REQUIRE_SECOND_FACTOR. */
export const secondFactorRules = ['nobody', 'administrators', 'everybody'] as const;
