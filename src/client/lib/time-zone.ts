/** The IANA name of the device's time zone, for the date in prompts. */
export const timeZoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
