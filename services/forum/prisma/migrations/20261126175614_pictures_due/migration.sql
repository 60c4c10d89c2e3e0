-- CreateTable
CREATE TABLE "picture_due" (
    "id" BIGSERIAL NOT NULL,
    "post_id" UUID NOT NULL,

    CONSTRAINT "picture_due_pkey" PRIMARY KEY ("id")
);
