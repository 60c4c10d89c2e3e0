-- CreateTable
CREATE TABLE "imported_group_member" (
    "group_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "imported_group_member_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateIndex
CREATE INDEX "imported_group_member_user_id_idx" ON "imported_group_member"("user_id");
