-- AlterTable
ALTER TABLE "rules_acceptance" ADD COLUMN     "digest" BYTEA;

-- CreateTable
CREATE TABLE "rules_wording" (
    "digest" BYTEA NOT NULL,
    "wording" TEXT NOT NULL,

    CONSTRAINT "rules_wording_pkey" PRIMARY KEY ("digest")
);

-- AddForeignKey: of what is there no wording is known.
ALTER TABLE "rules_acceptance" ADD CONSTRAINT "rules_acceptance_digest_fkey" FOREIGN KEY ("digest") REFERENCES "rules_wording"("digest") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
