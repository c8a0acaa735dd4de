-- AlterTable
ALTER TABLE "research_steps" ADD COLUMN     "doing" TEXT NOT NULL DEFAULT '';
