-- The day up to which target and stop include splits, if it is before the day on which they were written: they are stated
-- in the shares of the price that was shown.
ALTER TABLE "position_theses" ADD COLUMN "levels_through" DATE;
