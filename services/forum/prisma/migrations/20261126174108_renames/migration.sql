-- CreateTable
CREATE TABLE "rename" (
    "user_id" UUID NOT NULL,
    "names" TEXT[],
    "place" UUID NOT NULL,
    "renamed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 0,
    "held_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rename_pkey" PRIMARY KEY ("user_id")
);

-- Names that were replaced before are still to be brought to texts.
INSERT INTO "rename" ("user_id", "names", "place")
SELECT "former"."user_id", array_agg("former"."name"), '00000000-0000-0000-0000-000000000000'
FROM "former_name" AS "former" JOIN "known_user" AS "known" ON "known"."id" = "former"."user_id"
WHERE "known"."erased_at" IS NULL GROUP BY "former"."user_id";
