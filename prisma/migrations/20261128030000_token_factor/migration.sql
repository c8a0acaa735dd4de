-- AlterTable
ALTER TABLE "offered_models" ADD COLUMN     "token_factor" DOUBLE PRECISION;
