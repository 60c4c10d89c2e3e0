-- CreateTable
CREATE TABLE "picture_due" (
    "id" BIGSERIAL NOT NULL,
    "post_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "picture_due_pkey" PRIMARY KEY ("id")
);
